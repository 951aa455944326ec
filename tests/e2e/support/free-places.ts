// Runs before all end-to-end tests. JACK has eight places for servers on a machine, and a server that was killed, as by a test run
// that was broken off, keeps its place until one of its name starts and ends properly.
import { findNamesOfKilled } from '@plugin-hostd/host';
import { startJack } from './jack-server.js';

export default async function freePlaces(): Promise<void> {
  for (const prefix of ['omx-', 'plugin-hostd-']) {
    for (const name of findNamesOfKilled(prefix)) await (await startJack({}, name)).stop();
  }
}
