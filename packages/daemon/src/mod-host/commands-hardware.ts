// Commands for hardware and programs that are not here answer as mod-host without them does.
import { codes, reply } from './codes.js';
import { entryOf } from './commands-instances.js';
import { isInput } from './commands-parameters.js';
import { type Call, type Handler, wordOf } from './host.js';
import { listConnections } from './jack-ports.js';
import { integerOf, numberOf } from './words.js';

const countWord = 11;

/** The labels of a list are counted before the device is looked for; a list of one is none. */
function controlChainMap(call: Call): string {
  const count = integerOf(wordOf(call, countWord));
  const isShort = call.words.length < countWord + 1 + 2 * count;
  return reply(count === 1 || isShort ? codes.assignmentInvalid : codes.controlChainAbsent);
}

const voltageModes = ['-', '+', 'b', '='];

/** Parameters do not follow a control voltage; the port for it is what cannot be had. */
async function voltageMap(call: Call): Promise<number> {
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  if (!voltageModes.includes(wordOf(call, 5))) return codes.invalidOperation;
  const ports = await listConnections(call.host.session);
  if (!ports?.has(wordOf(call, 2))) return codes.outOfRange;
  return (await isInput(call.host.session, entry, wordOf(call, 1))) ? codes.portRegister : codes.symbolAbsent;
}

async function voltageUnmap(call: Call): Promise<number> {
  const entry = entryOf(call.host, wordOf(call, 0));
  if (!entry) return codes.instanceAbsent;
  return (await isInput(call.host.session, entry, wordOf(call, 1))) ? codes.success : codes.symbolAbsent;
}

function within(low: number, high: number): Handler {
  return (call) => {
    const value = numberOf(wordOf(call, 0));
    return reply(value >= low && value <= high ? codes.invalidOperation : codes.outOfRange);
  };
}

export const hardwareHandlers = {
  cc_map: controlChainMap,
  cc_value_set: () => reply(codes.controlChainAbsent),
  cc_unmap: () => reply(codes.controlChainAbsent),
  cv_map: async (call) => reply(await voltageMap(call)),
  cv_unmap: async (call) => reply(await voltageUnmap(call)),
  hmi_map: () => reply(codes.hmiAbsent),
  hmi_unmap: () => reply(codes.hmiAbsent),
  show_external_ui: (call) =>
    reply(entryOf(call.host, wordOf(call, 0)) ? codes.uiAbsent : codes.instanceAbsent),
  // The daemon leads no transport yet: a tempo is checked, and refused.
  set_bpm: within(20, 300),
  set_bpb: within(1, 16),
  transport: () => reply(codes.invalidOperation),
  transport_sync: (call) => {
    const mode = wordOf(call, 0);
    if (mode === 'link') return reply(codes.linkAbsent);
    return reply(mode === 'midi' ? codes.invalidOperation : codes.success);
  },
} satisfies Record<string, Handler>;
