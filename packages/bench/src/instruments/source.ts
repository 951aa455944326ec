import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import { programPath } from '@plugin-hostd/host';
import type { Scope } from '../run/scope.js';
import { Child } from './child.js';
import type { JackServer } from './jack-server.js';

/** What feeds the hosts. */
export interface Source {
  readonly pid: number;
  /** Full names of its output ports, left and right. */
  readonly ports: readonly [string, string];
}

/**
 * Starts omx-probe with steady noise on two channels: what a plugin costs depends on what it hears, and noise is the same in
 * every window.
 */
export async function startSource(server: JackServer, scope: Scope): Promise<Result<Source, Failure>> {
  const client = 'source';
  const args = ['generate', 'noise', '--client', client, '--channels', '2', '--die-with-parent', '--json'];
  const child = new Child('omx-probe', programPath('omx-probe'), args, server.environment, scope);
  const ready = await child.next();
  return ready.ok ? ok({ pid: child.pid, ports: [`${client}:out_1`, `${client}:out_2`] }) : ready;
}
