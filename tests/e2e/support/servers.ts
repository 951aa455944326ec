// The audio servers that the end-to-end tests run under.
import { startJack } from './jack-server.js';
import { pipewireJackFolder, startPipewire } from './pipewire-server.js';

const known = [
  { name: 'jackd', kind: 'jack', start: startJack, present: true },
  {
    name: 'PipeWire',
    kind: 'pipewire',
    start: startPipewire,
    present: (await pipewireJackFolder()) !== undefined,
  },
];

/** For describe.each: every server that is installed. */
export const servers = known.filter(({ present }) => present);
