import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programPath } from '@plugin-hostd/host';
import { z } from 'zod';
import type { OutputFile } from './output-file.js';

const reportSchema = z.object({
  integratedLufs: z.number().nullable(),
  truePeakDb: z.number().nullable().optional(),
  peakDb: z.number().nullable(),
});

/** Loudness of a sound file by EBU R 128, and its highest sample; null for silence, or where it could not be measured. */
export interface Loudness {
  readonly loudnessLufs: number | null;
  readonly peakDb: number | null;
}

/** Measures a sound file with omx-probe. What cannot be read back is not measured. */
export async function measureLoudness({
  path,
  regular,
}: Pick<OutputFile, 'path' | 'regular'>): Promise<Loudness> {
  if (!regular) return unknown;
  try {
    const { stdout } = await promisify(execFile)(programPath('omx-probe'), ['loudness', path]);
    const report = reportSchema.parse(JSON.parse(stdout));
    return { loudnessLufs: report.integratedLufs, peakDb: report.peakDb };
  } catch {
    return unknown;
  }
}

const unknown: Loudness = { loudnessLufs: null, peakDb: null };
