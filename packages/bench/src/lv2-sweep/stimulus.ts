import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { seededRandom } from '../statistics/random.js';

export const sampleRateHz = 48_000;
export const blockFrames = 128;
export const seconds = 2;
export const channels = 8;

/** What every plugin hears. */
export interface Stimulus {
  /** WAV file of white noise at -12 dBFS. */
  readonly noise: string;
  /** Notes for the file driver. */
  readonly notes: string;
}

const bytesPerSample = 2;
const headerBytes = 44;
const level = 0.25;

/** A WAV file of 16 bits: noise, different in each channel. */
export function noiseWave(seed: number, frames = sampleRateHz * seconds): Buffer {
  const random = seededRandom(seed);
  const dataBytes = frames * channels * bytesPerSample;
  const wave = Buffer.alloc(headerBytes + dataBytes);
  const frameBytes = channels * bytesPerSample;
  wave.write('RIFF', 0, 'latin1');
  wave.writeUInt32LE(headerBytes - 8 + dataBytes, 4);
  wave.write('WAVEfmt ', 8, 'latin1');
  wave.writeUInt32LE(16, 16);
  wave.writeUInt16LE(1, 20); // integers
  wave.writeUInt16LE(channels, 22);
  wave.writeUInt32LE(sampleRateHz, 24);
  wave.writeUInt32LE(sampleRateHz * frameBytes, 28);
  wave.writeUInt16LE(frameBytes, 32);
  wave.writeUInt16LE(8 * bytesPerSample, 34);
  wave.write('data', 36, 'latin1');
  wave.writeUInt32LE(dataBytes, 40);
  for (let at = headerBytes; at < wave.length; at += bytesPerSample)
    wave.writeInt16LE(Math.round((2 * random() - 1) * level * 32_767), at);
  return wave;
}

/** Four notes a second, each half as long as the way to the next, over three octaves. */
export function noteLines(): string {
  const step = sampleRateHz / 4;
  const lines = Array.from({ length: 4 * seconds }, (_, i) => {
    const key = (36 + ((i * 7) % 36)).toString(16);
    const frame = i * step + 17 * i;
    return `${frame} 90 ${key} 64\n${frame + step / 2} 80 ${key} 40\n`;
  });
  return lines.join('');
}

export async function writeStimulus(folder: string, seed: number): Promise<Stimulus> {
  const stimulus = { noise: join(folder, 'noise.wav'), notes: join(folder, 'notes.txt') };
  await writeFile(stimulus.noise, noiseWave(seed));
  await writeFile(stimulus.notes, noteLines());
  return stimulus;
}
