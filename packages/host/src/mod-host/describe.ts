import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, parameterSchema } from '@plugin-hostd/contracts';
import { z } from 'zod';
import { programPath } from '../paths.js';

const portSchema = z.object({ channels: z.int(), main: z.boolean(), symbols: z.array(z.string()) });

/** What mod-host does not tell of a plugin, from its bundle. */
const describedSchema = z.object({
  id: z.string(),
  audioInputs: z.array(portSchema),
  audioOutputs: z.array(portSchema),
  noteInputSymbols: z.array(z.string()),
  noteOutputSymbols: z.array(z.string()),
  params: z.array(parameterSchema),
});

export type DescribedPlugin = z.infer<typeof describedSchema>;

const outputSchema = z.object({ plugins: z.array(z.unknown()) });
const outputLimitBytes = 64 * 1024 * 1024;

/** Reads the bundle of an LV2 plugin: the symbols of its ports and its parameters. Failure: plugin_not_found. */
export async function describeLv2(uri: string): Promise<Result<DescribedPlugin, Failure>> {
  const scanner = programPath('omx-clap-scan');
  const scan = (words: readonly string[]) =>
    promisify(execFile)(scanner, words, { maxBuffer: outputLimitBytes }).then(({ stdout }) =>
      JSON.parse(stdout),
    );
  try {
    for (const plugin of outputSchema.parse(await scan(['--describe', uri])).plugins) {
      const described = describedSchema.safeParse(plugin);
      if (described.success && described.data.id === uri) return ok(described.data);
    }
  } catch (error) {
    return fail('worker_start', { worker: 'omx-clap-scan', reason: (error as Error).message });
  }
  return fail('plugin_not_found', { plugin: uri });
}

/**
 * The symbol of the LV2 port behind a port of ours (`in1_2`: port and channel, `events_in1`: note port); a name that is a symbol
 * already stays as it is.
 */
export function lv2Symbol(plugin: DescribedPlugin, port: string): string {
  const audio = /^(in|out)(\d+)_(\d+)$/.exec(port);
  if (audio) {
    const buses = audio[1] === 'in' ? plugin.audioInputs : plugin.audioOutputs;
    return buses[Number(audio[2]) - 1]?.symbols[Number(audio[3]) - 1] ?? port;
  }
  const note = /^events_(in|out)(\d+)$/.exec(port);
  if (!note) return port;
  const symbols = note[1] === 'in' ? plugin.noteInputSymbols : plugin.noteOutputSymbols;
  return symbols[Number(note[2]) - 1] ?? port;
}
