/** Values by what their owner calls them: symbols, in LADSPA numbers of ports. */
export type Settings = Readonly<Record<string, number>>;

/** A plugin of others that is measured beside an effect of ours. */
export interface OtherPlugin {
  readonly name: string;
  /** How omx-effect-times loads it: `lv2 <uri>` or `ladspa <path>#<label>`. */
  readonly load: string;
  /** The nearest to ours that it has; what is not named has its default. */
  readonly settings: Settings;
  /** Why it is listed and not compared: what it leaves out, or does in another way. */
  readonly apart?: string;
}

/** One of our effects with settings, and what it is compared with. */
export interface EffectCase {
  readonly name: string;
  /** Ours, by name. */
  readonly effect: string;
  readonly settings: Settings;
  /** How many times as long its plain scalar version must take at least. */
  readonly twinTimes?: number;
  readonly others: readonly OtherPlugin[];
}

/** A sound level as a factor: what many plugins want for decibels. */
export function factor(db: number): number {
  return Number((10 ** (db / 20)).toPrecision(6));
}

/** `count` settings that are counted by number. */
export function numbered(
  count: number,
  setting: (index: number) => Readonly<Record<string, number>>,
): Settings {
  return Object.assign({}, ...Array.from({ length: count }, (_, index) => setting(index)));
}
