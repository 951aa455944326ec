import { timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';

const loopback = /^(localhost|127(\.\d+){3}|\[::1\])$/i;

/** The host of a `Host` header or an origin, without its port. */
function hostOf(authority: string): string {
  return authority.replace(/^[a-z]+:\/\//i, '').replace(/:\d+$/, '');
}

/** Whether an address that the server listens on can be reached from this machine only. */
export function isLoopback(host: string): boolean {
  return loopback.test(host.includes(':') ? `[${host}]` : host);
}

function sameText(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

/** The token of a request: a bearer token, or for WebSockets of browsers the query. */
function tokenOf(request: FastifyRequest): string {
  const header = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  const query = (request.query as Record<string, unknown> | undefined)?.token;
  return header ?? (typeof query === 'string' ? query : '');
}

/**
 * Whether a request may pass: with the token always. Without it only where the daemon listens on loopback, and then only when the request
 * names a loopback host and comes from no foreign web page, so that a page in a browser cannot reach it by a name of its own.
 */
export function mayPass(request: FastifyRequest, token: string, onLoopback: boolean): boolean {
  const given = tokenOf(request);
  if (given !== '') return sameText(given, token);
  const { host = '', origin } = request.headers;
  if (!onLoopback || !loopback.test(hostOf(host))) return false;
  return origin === undefined || loopback.test(hostOf(origin));
}
