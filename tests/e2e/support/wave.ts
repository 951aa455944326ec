// Float WAV files as channels of samples, and the signals that the tests put into them.
import { readFile, writeFile } from 'node:fs/promises';

export interface Wave {
  readonly rate: number;
  readonly channels: readonly Float32Array[];
}

const floatFormat = 3;
const extensibleFormat = 0xfffe;

/** Reads a 32-bit float WAV file. */
export async function readWave(path: string): Promise<Wave> {
  const data = await readFile(path);
  let channelCount = 0;
  let rate = 0;
  for (let at = 12; at + 8 <= data.length; ) {
    const id = data.toString('latin1', at, at + 4);
    const size = data.readUInt32LE(at + 4);
    const body = at + 8;
    if (id === 'fmt ') {
      const format = data.readUInt16LE(body);
      if (format !== floatFormat && format !== extensibleFormat) throw new Error(`${path} is not float`);
      channelCount = data.readUInt16LE(body + 2);
      rate = data.readUInt32LE(body + 4);
    } else if (id === 'data') {
      return { rate, channels: deinterleave(data.subarray(body, body + size), channelCount) };
    }
    at = body + size + (size % 2);
  }
  throw new Error(`${path} has no data chunk`);
}

function deinterleave(bytes: Buffer, channelCount: number): Float32Array[] {
  const frames = Math.floor(bytes.length / 4 / channelCount);
  return Array.from({ length: channelCount }, (_, channel) =>
    Float32Array.from({ length: frames }, (__, frame) =>
      bytes.readFloatLE(4 * (frame * channelCount + channel)),
    ),
  );
}

/** Writes channels as a 32-bit float WAV file. */
export async function writeWave(path: string, wave: Wave): Promise<void> {
  const channelCount = wave.channels.length;
  const frames = wave.channels[0]?.length ?? 0;
  const bytes = 4 * channelCount * frames;
  const data = Buffer.alloc(44 + bytes);
  data.write('RIFF', 0, 'latin1');
  data.writeUInt32LE(36 + bytes, 4);
  data.write('WAVEfmt ', 8, 'latin1');
  data.writeUInt32LE(16, 16);
  data.writeUInt16LE(floatFormat, 20);
  data.writeUInt16LE(channelCount, 22);
  data.writeUInt32LE(wave.rate, 24);
  data.writeUInt32LE(wave.rate * 4 * channelCount, 28);
  data.writeUInt16LE(4 * channelCount, 32);
  data.writeUInt16LE(32, 34);
  data.write('data', 36, 'latin1');
  data.writeUInt32LE(bytes, 40);
  for (let frame = 0; frame < frames; frame++) {
    for (let channel = 0; channel < channelCount; channel++) {
      data.writeFloatLE(wave.channels[channel]?.[frame] ?? 0, 44 + 4 * (frame * channelCount + channel));
    }
  }
  await writeFile(path, data);
}

/** `frames` samples that are zero but for 1 at `position`. */
export function impulse(frames: number, position: number): Float32Array {
  return Float32Array.from({ length: frames }, (_, i) => (i === position ? 1 : 0));
}

/** A sine of amplitude `level` that begins at phase 0. */
export function sine(frames: number, frequencyHz: number, rate: number, level = 0.5): Float32Array {
  return Float32Array.from(
    { length: frames },
    (_, i) => level * Math.sin((2 * Math.PI * frequencyHz * i) / rate),
  );
}

/** Index of the first sample that is not zero; -1 when all are. */
export function firstSound(samples: Float32Array): number {
  return samples.findIndex((value) => value !== 0);
}

/** Largest step between two neighbouring samples. */
export function largestStep(samples: Float32Array): number {
  let largest = 0;
  for (let i = 1; i < samples.length; i++) {
    largest = Math.max(largest, Math.abs((samples[i] as number) - (samples[i - 1] as number)));
  }
  return largest;
}
