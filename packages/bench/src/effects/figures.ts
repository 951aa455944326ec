import { type Estimate, estimateMedian } from '../statistics/bootstrap.js';
import type { Random } from '../statistics/random.js';
import type { CaseSamples, SubjectSample } from './measure-case.js';
import type { Role } from './subject.js';

/** What the windows of one subject say. */
export interface SubjectFigures {
  readonly sample: SubjectSample;
  /** Per stereo block. */
  readonly ns: Estimate;
  /** Its time over that of ours in omx.clap, round by round. */
  readonly overOurs: Estimate;
}

/** What a case says. */
export interface CaseFigures {
  readonly subjects: readonly SubjectFigures[];
  /** Times that the scalar version takes as long as ours, both without a plugin around them; NaN without one. */
  readonly twinTimes: Estimate;
  /** The fastest of those that are compared. */
  readonly fastest: SubjectFigures | null;
  /** The time of ours in omx.clap over that of the fastest other; NaN without one. */
  readonly oursOverFastest: Estimate;
  /** Share of the windows in which others had the processor for more than a twentieth. */
  readonly disturbed: number;
}

const disturbedFrom = 0.05;

const nsOf = (sample: SubjectSample) => sample.windows.map(([ns]) => ns);

/** The ratios of two subjects, round by round: what slows a whole round cancels. */
export function pairedRatios(
  above: SubjectSample | undefined,
  below: SubjectSample | undefined,
): readonly number[] {
  if (above === undefined || below === undefined) return [];
  const divisors = nsOf(below);
  return nsOf(above).map((ns, round) => ns / divisors[round]!);
}

/** The one with the lowest median; null of none. */
function fastestOf(subjects: readonly SubjectFigures[]): SubjectFigures | null {
  return subjects.reduce<SubjectFigures | null>(
    (best, each) => (best === null || each.ns.median < best.ns.median ? each : best),
    null,
  );
}

/** Figures of one case from all its windows. */
export function caseFigures(samples: CaseSamples, random: Random): CaseFigures {
  const of = (role: Role) => samples.subjects.find(({ subject }) => subject.role === role);
  const ours = of('clap');
  const subjects = samples.subjects.map((sample) => ({
    sample,
    ns: estimateMedian(nsOf(sample), random),
    overOurs: estimateMedian(pairedRatios(sample, ours), random),
  }));
  const fastest = fastestOf(subjects.filter(({ sample }) => sample.subject.role === 'other'));
  const windows = samples.subjects.flatMap((sample) => sample.windows);
  return {
    subjects,
    twinTimes: estimateMedian(pairedRatios(of('twin'), of('effect')), random),
    fastest,
    oursOverFastest: estimateMedian(pairedRatios(ours, fastest?.sample), random),
    disturbed: windows.filter(([, away]) => away > disturbedFrom).length / Math.max(1, windows.length),
  };
}
