import { readFile, writeFile } from 'node:fs/promises';
import { codes, reply } from './codes.js';
import { helpText } from './commands.js';
import { remove } from './commands-instances.js';
import type { Call, Handler, ModHost } from './host.js';
import { cpuLoad, cyclePassed } from './load.js';
import { fixed, integerOf } from './words.js';

const depthLimit = 8;
let depth = 0;

/** Carries out the lines of a file. Their replies go nowhere; mod-host prints them. */
async function load({ host, controller, words }: Call): Promise<string | null> {
  const text = await readFile(words[0] ?? '', 'utf8').catch(() => null);
  if (text === null || depth >= depthLimit) return "error: can't open the file";
  depth += 1;
  try {
    for (const line of text.split('\n')) if (line !== '') await host.carryOut(controller, line);
  } finally {
    depth -= 1;
  }
  return null;
}

/** Writes the commands of this controller so far, one a line. */
async function save({ controller, words }: Call): Promise<string> {
  const text = controller.history.map((line) => `${line}\n`).join('');
  return writeFile(words[0] ?? '', text).then(
    () => reply(codes.success),
    () => reply(codes.invalidOperation),
  );
}

/** What JACK answers when it is asked to end freewheeling and does not freewheel. */
const isSoAlready = -1;

/** What a feature is set to. Only the reports of the load can be turned on; sound always runs, and nothing runs faster than it. */
function enable({ host, words: [feature = '', word = ''] }: Call): string {
  const value = integerOf(word);
  const isOff = value === 0;
  if (feature === 'cpu-load') {
    host.reportLoad = !isOff;
    return reply(codes.success);
  }
  if (feature === 'processing')
    return reply(value >= 1 && value <= 3 ? codes.success : codes.invalidOperation);
  if (feature === 'aggregated-midi') return reply(isOff ? codes.success : codes.clientActivation);
  if (feature === 'freewheeling') return reply(isOff ? isSoAlready : codes.invalidOperation);
  return reply(codes.invalidOperation);
}

/** The load, which a client has to be there for. */
async function loadOf({ session, midi }: ModHost) {
  await midi.input.open();
  return cpuLoad(session);
}

/** mod-host ends here. The daemon serves others too: what came over this protocol goes, and so does the controller. */
async function quit({ host, controller }: Call): Promise<string> {
  await remove(host, '-1');
  setImmediate(() => controller.close());
  return reply(codes.success);
}

export const generalHandlers = {
  cpu_load: async ({ host }) => reply(codes.success, fixed((await loadOf(host)).now, 4)),
  max_cpu_load: async ({ host }) => reply(codes.success, fixed((await loadOf(host)).highest, 4)),
  load,
  save,
  feature_enable: enable,
  output_data_ready: ({ controller }) => {
    controller.ready();
    return reply(codes.success);
  },
  wait_audio_cycle: async ({ host }) =>
    reply((await cyclePassed(host.session)) ? codes.success : codes.invalidOperation),
  // The controller hears nothing: mod-host prints it where it was started.
  help: ({ host }) => {
    host.session.events.log(1, `commands of mod-host's protocol:\n${helpText()}`);
    return null;
  },
  quit,
} satisfies Record<string, Handler>;
