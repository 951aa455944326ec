import { type FeedbackName, type FeedbackSpec, feedbackLines } from '@plugin-hostd/contracts';

/** A feedback line taken apart: its name and its fields in the declared order, the last one taking the rest. */
export interface Feedback {
  readonly name: FeedbackName;
  readonly fields: Readonly<Record<string, string>>;
}

/** Reads a feedback line; null for one that nobody declared or that lacks fields. */
export function decodeFeedback(line: string): Feedback | null {
  const words = line.trimEnd().split(' ');
  const name = words[0] as FeedbackName;
  if (!Object.hasOwn(feedbackLines, name)) return null;
  const spec: FeedbackSpec = feedbackLines[name];
  const values = words.slice(1);
  if (values.length < spec.fields.length) return null;
  const last = spec.fields.length - 1;
  const fields = Object.fromEntries(
    spec.fields.map((field, i) => [field, i === last ? values.slice(i).join(' ') : (values[i] ?? '')]),
  );
  return { name, fields };
}
