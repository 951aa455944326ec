import { ok, type Result } from '@plugin-hostd/base';
import { resolveSettings } from '@plugin-hostd/catalogue';
import { type ChangeRequest, type Failure, fail, type Instance } from '@plugin-hostd/contracts';
import type { Worker } from '@plugin-hostd/host';
import type { InstanceEntry } from '../graph/graph.js';
import { viewInstance } from '../graph/view.js';
import type { Session } from '../session.js';
import { firstFailure } from '../workers/edit-edges.js';
import { positionIn } from './add-instance.js';
import { checkOrder } from './placement.js';
import { rewire } from './rewire.js';

/** Sets parameters: all of them are worked out before the first is set. */
async function setParameters(
  worker: Worker,
  entry: InstanceEntry,
  parameters: NonNullable<ChangeRequest['parameters']>,
): Promise<Result<void, Failure>> {
  const settings = Object.entries(parameters).map(([name, value]) => ({ name, value }));
  const values = await resolveSettings(worker, entry.instance, settings);
  if (!values.ok) return values;
  const results = await Promise.all(
    values.value.map(async ({ symbol, value }) => {
      const reply = await worker.command('param_set', entry.instance, symbol, value);
      if (reply.ok) entry.parameters.set(symbol, value);
      return reply;
    }),
  );
  return firstFailure(results);
}

async function setBypass(
  worker: Worker,
  entry: InstanceEntry,
  bypassed: boolean,
): Promise<Result<void, Failure>> {
  const reply = await worker.command('bypass', entry.instance, bypassed ? 1 : 0);
  if (!reply.ok) return reply;
  entry.bypassed = bypassed;
  return ok(undefined);
}

/**
 * Moves an instance within its chain, in two changes: the signal fades to the way past it, then to the way through it at its new place.
 * So no cycle is heard even for the length of a fade.
 */
async function move(
  session: Session,
  entry: InstanceEntry,
  position: number,
): Promise<Result<void, Failure>> {
  const chain = session.graph.chain(entry.chain);
  if (!chain.ok) return chain;
  const rest = chain.value.instances.filter((n) => n !== entry.instance);
  const checked = positionIn({ ...chain.value, instances: rest }, position);
  if (!checked.ok) return checked;
  const moved = rest.toSpliced(position, 0, entry.instance);
  if (moved.every((n, i) => n === chain.value.instances[i])) return ok(undefined);
  const fits = checkOrder(session.graph, chain.value, moved);
  if (!fits.ok) return fits;
  const order = (instances: readonly number[]) => () => {
    chain.value.instances = [...instances];
  };
  const out = await rewire(session, chain.value, order(rest));
  const back = await rewire(session, chain.value, order(moved));
  return firstFailure([out, back]);
}

/** Changes an instance: parameters, then bypass, then its place. */
export async function changeInstance(
  session: Session,
  instance: number,
  request: ChangeRequest,
): Promise<Result<Instance, Failure>> {
  const found = session.graph.instance(instance);
  if (!found.ok) return found;
  const entry = found.value;
  const worker = session.workers.get(entry.worker);
  if (!worker || entry.state !== 'running')
    return fail('invalid_operation', {
      what: `Changing ${entry.plugin.name}`,
      reason: `it is ${entry.state}`,
    });
  const { parameters, bypassed, position } = request;
  if (parameters) {
    const set = await setParameters(worker, entry, parameters);
    if (!set.ok) return set;
  }
  if (bypassed !== undefined) {
    const set = await setBypass(worker, entry, bypassed);
    if (!set.ok) return set;
  }
  if (position !== undefined) {
    const moved = await move(session, entry, position);
    if (!moved.ok) return moved;
  }
  session.events.emit({ type: 'graph', reason: `instance ${instance} was changed` });
  return ok(viewInstance(entry));
}
