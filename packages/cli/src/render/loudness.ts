import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { programPath } from '@plugin-hostd/host';
import { z } from 'zod';

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

/** Measures a sound file with omx-probe. */
export async function measureLoudness(file: string): Promise<Loudness> {
  try {
    const { stdout } = await promisify(execFile)(programPath('omx-probe'), ['loudness', file]);
    const report = reportSchema.parse(JSON.parse(stdout));
    return { loudnessLufs: report.integratedLufs, peakDb: report.peakDb };
  } catch {
    return { loudnessLufs: null, peakDb: null };
  }
}
