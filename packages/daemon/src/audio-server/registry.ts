import { existsSync, readFileSync } from 'node:fs';

const registryFile = '/dev/shm/jack-shm-registry';
const ownEntry = /jack-\d+:(plugin-hostd-[\d-]+):/g;

/**
 * Names of private servers that were killed, from JACK's registry of servers. The registry has eight places for a machine, and a server
 * that could not leave it keeps its place until another of the same name starts.
 * @param registry its bytes: each entry is a process id (int32) and the name `jack-<user>:<server>:`
 */
export function namesOfKilled(registry: Buffer, isAlive: (pid: number) => boolean): readonly string[] {
  return [...registry.toString('latin1').matchAll(ownEntry)]
    .filter(({ index }) => index >= 4 && !isAlive(registry.readInt32LE(index - 4)))
    .map((match) => match[1] as string);
}

/** Names of private servers on this machine that were killed; each stands for a place that can be had again. */
export function findNamesOfKilled(): readonly string[] {
  try {
    return namesOfKilled(readFileSync(registryFile), (pid) => existsSync(`/proc/${pid}`));
  } catch {
    return [];
  }
}
