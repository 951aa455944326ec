import { ok, type Result } from '@plugin-hostd/base';
import { type Failure, fail, type Verb } from '@plugin-hostd/contracts';
import type { z } from 'zod';

/** Reads the JSON of a reply by its schema. */
export function decodeJson<T>(verb: Verb, schema: z.ZodType<T>, text: string): Result<T, Failure> {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    if (parsed.success) return ok(parsed.data);
    const at = parsed.error.issues[0]?.path.join('.') ?? '';
    return fail('internal', { reason: `the worker's reply to ${verb} does not fit at "${at}"` });
  } catch {
    return fail('internal', { reason: `the worker's reply to ${verb} is no JSON` });
  }
}
