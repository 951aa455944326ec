import { ok, type Result } from '@plugin-hostd/base';
import { readParameters } from '@plugin-hostd/catalogue';
import { type Failure, fail, type Parameter, type Port, portInfoSchema } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import { decodeJson } from '@plugin-hostd/host';
import type { Session } from '../session.js';

/** The worker of an instance that runs. */
function workerOf(session: Session, instance: number): Result<Worker, Failure> {
  const entry = session.graph.instance(instance);
  if (!entry.ok) return entry;
  const worker = session.workers.get(entry.value.worker);
  if (worker && entry.value.state === 'running') return ok(worker);
  const what = `Asking ${entry.value.plugin.name}`;
  return fail('invalid_operation', { what, reason: `it is ${entry.value.state}` });
}

export async function parametersOf(
  session: Session,
  instance: number,
): Promise<Result<Parameter[], Failure>> {
  const worker = workerOf(session, instance);
  if (!worker.ok) return worker;
  const parameters = await readParameters(worker.value, instance);
  return parameters.ok ? ok([...parameters.value]) : parameters;
}

export async function portsOf(session: Session, instance: number): Promise<Result<Port[], Failure>> {
  const worker = workerOf(session, instance);
  if (!worker.ok) return worker;
  const reply = await worker.value.command('port_info', instance);
  if (!reply.ok) return reply;
  const ports = decodeJson('port_info', portInfoSchema, reply.value.value);
  if (!ports.ok) return ports;
  return ok(
    ports.value.map(({ symbol, direction, kind, main, latencyFrames, serverName }) => ({
      name: `effect_${instance}:${symbol}`,
      symbol,
      direction,
      kind,
      main,
      latencyFrames,
      serverName,
    })),
  );
}
