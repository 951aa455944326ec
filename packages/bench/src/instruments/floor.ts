import { join } from 'node:path';
import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { buildDir } from '@plugin-hostd/host';
import type { Scope } from '../run/scope.js';
import { Child } from './child.js';
import type { JackServer } from './jack-server.js';

/** Callbacks of the floor between two marks. */
export interface FloorMark {
  readonly cycles: number;
  readonly busyNs: number;
  readonly medianNs: number;
  readonly p99Ns: number;
  readonly maxNs: number;
}

/** The minimal client that a worker is compared with: see native/bench/floor.cpp. It begins paused. */
export interface Floor {
  readonly pid: number;
  /** Thread id of its audio thread. */
  readonly thread: number;
  readonly client: string;
  run(): Promise<Result<unknown, Failure>>;
  pause(): Promise<Result<unknown, Failure>>;
  /** What ran since the last mark. */
  mark(): Promise<Result<FloorMark, Failure>>;
}

/** Starts omx-floor with the same plugins as a worker, each as `<path>#<id>`. */
export async function startFloor(
  plugins: readonly string[],
  server: JackServer,
  scope: Scope,
): Promise<Result<Floor, Failure>> {
  const client = 'floor';
  const program = join(buildDir(), 'bin', 'omx-floor');
  const child = new Child('omx-floor', program, [client, ...plugins], server.environment, scope);
  const ready = await child.next();
  if (!ready.ok) return ready;
  const { thread } = ready.value as { thread: number };
  return ok({
    pid: child.pid,
    thread,
    client,
    run: () => child.ask('run'),
    pause: () => child.ask('pause'),
    mark: async () => (await child.ask('mark')) as Result<FloorMark, Failure>,
  });
}
