import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type SavedGraph, savedGraphSchema } from '@plugin-hostd/contracts';
import { command, required } from '../declare/command.js';
import { count } from '../output/format.js';
import { reasonOf } from '../reason.js';

export const save = command({
  name: 'save',
  group: 'chains',
  summary: 'Save chains, connections, parameters and plugin states to a file.',
  arguments: { file: required('JSON file, or - for standard output', 'file') },
  options: {},
  examples: [{ command: 'plugin-hostd save show.json', explains: 'Keep everything for the next evening.' }],
  errors: ['file_unwritable', 'state_failed', 'daemon_absent'],
  run: async ({ file }, _, context) => {
    const client = await context.findClient();
    if (!client.ok) return client;
    const graph = await client.value.save();
    if (!graph.ok) return graph;
    const text = `${JSON.stringify(graph.value, null, 2)}\n`;
    if (file === '-') {
      context.out.write(text);
      return ok(undefined);
    }
    const written = await replaceFile(file, text);
    return written.ok ? ok({ file, instances: graph.value.graph.instances.length }) : written;
  },
  text: (saved) => (saved === undefined ? '' : `Saved ${count(saved.instances, 'plugin')} to ${saved.file}.`),
});

export const load = command({
  name: 'load',
  group: 'chains',
  summary: 'Replace everything that runs by what a file holds.',
  details: 'Starts the daemon when none is running.',
  arguments: { file: required('a file that save wrote, or - for standard input', 'file') },
  options: {},
  examples: [{ command: 'plugin-hostd load show.json', explains: 'Bring last evening back.' }],
  errors: [
    'file_unreadable',
    'file_format',
    'plugin_not_found',
    'plugin_failed',
    'state_failed',
    'worker_start',
  ],
  run: async ({ file }, _, context) => {
    const saved = await readSaved(file);
    if (!saved.ok) return saved;
    const client = await context.ensureClient();
    if (!client.ok) return client;
    return client.value.load(saved.value);
  },
  text: ({ chains, instances }) =>
    `Loaded ${count(instances.length, 'plugin')} in ${count(chains.length, 'chain')}.`,
});

async function readSaved(file: string): Promise<Result<SavedGraph, Failure>> {
  let text: string;
  try {
    text = await readFile(file === '-' ? '/dev/stdin' : file, 'utf8');
  } catch (error) {
    return fail('file_unreadable', { file, reason: reasonOf(error) });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return fail('file_format', { file, reason: 'it is not JSON' });
  }
  const parsed = savedGraphSchema.safeParse(json);
  if (parsed.success) return ok(parsed.data);
  const at = parsed.error.issues[0]?.path.join('.') || 'its beginning';
  return fail('file_format', { file, reason: `it is not a graph that plugin-hostd saved (at ${at})` });
}

/** Writes a file so that a crash leaves the old one or the new one, never half of one. */
async function replaceFile(file: string, text: string): Promise<Result<void, Failure>> {
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, text, { flag: 'wx' });
    await rename(part, file);
    return ok(undefined);
  } catch (error) {
    await rm(part, { force: true }).catch(() => {});
    return fail('file_unwritable', { file, reason: reasonOf(error) });
  }
}
