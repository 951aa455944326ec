import { expectOk } from '@plugin-hostd/base';
import { expect, test } from 'vitest';
import { createClient, fillPath } from './client.js';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

/** A client whose requests are recorded and answered with one fixed reply. */
function clientAnswering(
  status: number,
  reply: string,
): { client: ReturnType<typeof createClient>; sent: Sent[] } {
  const sent: Sent[] = [];
  const answer = async (url: URL | string | Request, init: RequestInit = {}) => {
    sent.push({ url: String(url), init });
    return new Response(reply, { status });
  };
  const client = createClient({
    baseUrl: 'http://127.0.0.1:9',
    token: 'secret',
    fetch: answer as typeof fetch,
  });
  return { client, sent };
}

test('a path is filled in and percent-encoded', () => {
  expect(fillPath('/v1/chains/:name', { name: 'lead vocals/1' })).toBe('/v1/chains/lead%20vocals%2F1');
  expect(fillPath('/v1/instances/:instance/ports', { instance: 7 })).toBe('/v1/instances/7/ports');
});

test('a call sends method, path, token and body', async () => {
  const { client, sent } = clientAnswering(200, '{}');
  expectOk(await client.connect({ from: 'a:out', to: 'b:in', gain: 0.5 }));
  expect(sent[0]?.url).toBe('http://127.0.0.1:9/v1/connections');
  expect(sent[0]?.init.method).toBe('POST');
  expect(sent[0]?.init.headers).toEqual({
    authorization: 'Bearer secret',
    'content-type': 'application/json',
  });
  expect(JSON.parse(String(sent[0]?.init.body))).toEqual({ from: 'a:out', to: 'b:in', gain: 0.5 });
});

test('a call without a body sends none, and no type of one', async () => {
  const { client, sent } = clientAnswering(200, '{}');
  expectOk(await client.removeInstance({ instance: 3 }));
  expect(sent[0]?.init.method).toBe('DELETE');
  expect(sent[0]?.init.body).toBeUndefined();
  expect(sent[0]?.init.headers).toEqual({ authorization: 'Bearer secret' });
});

test('a failure of the daemon comes back as it was sent', async () => {
  const failure = { code: 'chain_absent', message: 'There is no chain "x".', hint: 'List them.' };
  const { client } = clientAnswering(404, JSON.stringify(failure));
  const result = await client.removeChain({ name: 'x' });
  expect(result).toEqual({ ok: false, error: failure });
});

test.each([
  ['text that is no JSON', 502, 'Bad Gateway'],
  ['a code that nobody declared', 500, '{"code":"toString","message":"m","hint":"h"}'],
  ['a reply of another shape', 200, '{"chains":3}'],
])('%s is an internal failure, not an exception', async (_, status, reply) => {
  const result = await clientAnswering(status, reply).client.status();
  expect(result.ok).toBe(false);
  expect(!result.ok && result.error.code).toBe('internal');
});

test('a refused connection says that no daemon is there, and where', async () => {
  const refuse = async () => {
    throw new TypeError('fetch failed');
  };
  const result = await createClient({ baseUrl: 'http://127.0.0.1:9', fetch: refuse }).status();
  expect(!result.ok && result.error.code).toBe('daemon_absent');
  expect(!result.ok && result.error.message).toBe('No daemon is running at http://127.0.0.1:9.');
});
