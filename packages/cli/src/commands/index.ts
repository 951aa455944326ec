import type { AnyCommand } from '../declare/command.js';
import { add } from './add.js';
import { bench } from './bench.js';
import { bypass } from './bypass.js';
import { chain } from './chain.js';
import { completer, completion } from './completion.js';
import { connect, disconnect } from './connect.js';
import { demo } from './demo.js';
import { load, save } from './files.js';
import { install } from './install.js';
import { move } from './move.js';
import { get, params, set } from './parameters.js';
import { plugins, scan } from './plugins.js';
import { remove } from './remove.js';
import { render } from './render.js';
import { retry } from './retry.js';
import { soak } from './soak.js';
import { start } from './start.js';
import { status } from './status.js';
import { stop } from './stop.js';
import { top } from './top.js';

/** Every command, in the order of the help. */
export const commands: readonly AnyCommand[] = [
  chain,
  render,
  status,
  top,
  add,
  remove,
  move,
  bypass,
  retry,
  set,
  get,
  params,
  connect,
  disconnect,
  save,
  load,
  plugins,
  scan,
  install,
  start,
  stop,
  bench,
  soak,
  demo,
  completion,
  completer(() => commands),
];
