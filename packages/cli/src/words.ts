import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, failure } from '@plugin-hostd/contracts';

const highestInstance = 9990;

/** Whether a word is written as an instance number. */
export function isNumber(word: string): boolean {
  return /^\d+$/.test(word);
}

/** The instance number in a word. */
export function readInstance(word: string): Result<number, Failure> {
  const number = isNumber(word) ? Number(word) : -1;
  return number >= 0 && number <= highestInstance ? ok(number) : fail('invalid_instance', { instance: word });
}

/**
 * Parameter settings as people write them: `gain=-6 mix=0.2`, or a single name and value without an equals sign. A value keeps
 * its unit: `freq="1.2 kHz"`.
 */
export function readSettings(words: readonly string[]): Result<Readonly<Record<string, string>>, Failure> {
  const [name, value] = words;
  if (words.length === 2 && name !== undefined && value !== undefined && !name.includes('=')) {
    return ok({ [name]: value });
  }
  const settings: Record<string, string> = {};
  for (const word of words) {
    const at = word.indexOf('=');
    if (at < 1) {
      return err(failure('bad_request', { reason: `"${word}" is no setting; write <name>=<value>` }));
    }
    settings[word.slice(0, at)] = word.slice(at + 1);
  }
  return ok(settings);
}

const switchWords: Readonly<Record<string, boolean>> = { on: true, off: false, '1': true, '0': false };

/** on or off, and what mod-host writes: 1 or 0. */
export function readSwitch(word: string): Result<boolean, Failure> {
  const value = switchWords[word.toLowerCase()];
  return value === undefined
    ? fail('out_of_range', { name: 'state', value: word, range: 'on, off' })
    : ok(value);
}
