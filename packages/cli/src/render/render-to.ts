import { ok, type Result } from '@plugin-hostd/base';
import type { Failure } from '@plugin-hostd/contracts';
import type { Context } from '../context.js';
import { progressBar } from '../output/progress.js';
import { scanned } from '../scan/scan.js';
import { planChain } from './load-chain.js';
import { type Loudness, measureLoudness } from './loudness.js';
import { type OutputFile, openOutput } from './output-file.js';
import { type Rendered, renderFile } from './render.js';

/** What was rendered: how much, how loud, and how many times faster than real time. */
export type RenderReport = Rendered & Loudness & { readonly output: string; readonly speed: number };

export interface RenderRequest {
  readonly input: string;
  readonly output: string;
  /** A chain expression. */
  readonly chain: string;
  readonly channels: number | undefined;
  /** Seconds after the input. */
  readonly tail: number | undefined;
  readonly format: string;
}

/** Renders a sound file through a chain into another, with progress; leaves either the whole output or nothing. */
export async function renderTo(
  request: RenderRequest,
  context: Context,
): Promise<Result<RenderReport, Failure>> {
  const target = await openOutput(request.input, request.output);
  if (!target.ok) return target;
  try {
    return await renderInto(target.value, request, context);
  } finally {
    await target.value.discard();
  }
}

async function renderInto(
  target: OutputFile,
  { input, output, chain, channels, tail, format }: RenderRequest,
  context: Context,
): Promise<Result<RenderReport, Failure>> {
  const catalogue = await scanned(context);
  if (!catalogue.ok) return catalogue;
  const parts = await planChain(chain, catalogue.value);
  if (!parts.ok) return parts;
  const bar = progressBar(context, 'Rendering');
  const rendered = await renderFile({
    input,
    output: target.path,
    parts: parts.value,
    channels,
    tailSeconds: tail,
    format,
    onProgress: bar.update,
    signal: context.signal,
  });
  bar.stop();
  if (!rendered.ok) return rendered;
  const loudness = await measureLoudness(target);
  const kept = await target.keep();
  if (!kept.ok) return kept;
  const { frames, sampleRate, seconds } = rendered.value;
  return ok({ ...rendered.value, ...loudness, output, speed: frames / sampleRate / seconds });
}
