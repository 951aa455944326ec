import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure, type Settings, settingsSchema } from '@plugin-hostd/contracts';
import { kebab, type Option } from '../declare/option.js';

type Key = Exclude<keyof Settings, 'runDir'>;

const keys = Object.keys(settingsSchema.shape).filter((key) => key !== 'runDir') as Key[];

/** An option for each of the daemon's settings but the run directory, which every command has. */
export const settingsOptions = Object.fromEntries(keys.map((key) => [key, optionOf(key)])) as Readonly<
  Record<Key, Option<string | undefined>>
>;

/** Whether a setting is a number; the others are texts. */
function isNumber(key: Key): boolean {
  return 'maxValue' in settingsSchema.shape[key].unwrap();
}

function optionOf(key: Key): Option<string | undefined> {
  const schema = settingsSchema.shape[key];
  const choices =
    'options' in schema.unwrap() ? (schema.unwrap() as { options: string[] }).options : undefined;
  return {
    summary: schema.description ?? '',
    value: isNumber(key) ? 'number' : choices === undefined ? 'address' : 'kind',
    ...(choices === undefined ? {} : { choices }),
    completes: 'nothing',
    default: undefined,
    parse: (word) => ok(word),
  };
}

/** The environment variable of a setting: OMX_SAMPLE_RATE for sampleRate. */
export function variableOf(key: string): string {
  return `OMX_${kebab(key).replaceAll('-', '_').toUpperCase()}`;
}

/** The daemon's settings: from the options, else from the environment, else the defaults. */
export function readSettings(
  given: Readonly<Partial<Record<keyof Settings, string | undefined>>>,
  environment: Readonly<Record<string, string | undefined>>,
): Result<Settings, Failure> {
  const settings: Record<string, unknown> = { runDir: given.runDir };
  for (const key of keys) {
    const word = given[key] ?? environment[variableOf(key)];
    if (word === undefined || word === '') continue;
    settings[key] = isNumber(key) ? Number(word) : word;
    if (!settingsSchema.shape[key].safeParse(settings[key]).success) {
      return err(failure('out_of_range', { name: `--${kebab(key)}`, value: word, range: rangeOf(key) }));
    }
  }
  return ok(settingsSchema.parse(settings));
}

function rangeOf(key: Key): string {
  const inner = settingsSchema.shape[key].unwrap() as {
    options?: string[];
    minValue?: number | null;
    maxValue?: number | null;
  };
  if (inner.options !== undefined) return inner.options.join(', ');
  const highest = Number(inner.maxValue);
  return highest < Number.MAX_SAFE_INTEGER
    ? `from ${inner.minValue} to ${highest}`
    : `${inner.minValue} or more`;
}

/** The words that give another `start` the same settings. */
export function settingsWords(settings: Settings): readonly string[] {
  const options = Object.entries(settings).flatMap(([key, value]) => [`--${kebab(key)}`, String(value)]);
  return options;
}
