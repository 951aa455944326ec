import { existsSync, readFileSync } from 'node:fs';

const registryFile = '/dev/shm/jack-shm-registry';
const entry = /jack-\d+:([\w-]+):/g;

/**
 * Names of servers that were killed, from JACK's registry of servers. The registry has eight places for a machine, and a server that
 * could not leave it keeps its place until another of the same name starts.
 * @param registry its bytes: each entry is a process id (int32) and the name `jack-<user>:<server>:`
 * @param prefix beginning of the names that are ours
 */
export function namesOfKilled(
  registry: Buffer,
  prefix: string,
  isAlive: (pid: number) => boolean,
): readonly string[] {
  return [...registry.toString('latin1').matchAll(entry)]
    .filter(({ index }) => index >= 4 && !isAlive(registry.readInt32LE(index - 4)))
    .map((match) => match[1] as string)
    .filter((name) => name.startsWith(prefix));
}

/** Names of this machine's killed servers that begin with `prefix`; each stands for a place that can be had again. */
export function findNamesOfKilled(prefix: string): readonly string[] {
  try {
    return namesOfKilled(readFileSync(registryFile), prefix, (pid) => existsSync(`/proc/${pid}`));
  } catch {
    return [];
  }
}
