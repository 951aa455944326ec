import { type Failure, failure } from '@plugin-hostd/contracts';
import type { Context } from './context.js';
import type { AnyCommand } from './declare/command.js';
import { parse } from './declare/parse.js';
import { printFailure } from './output/failure.js';

/** What is the same for every command of one run of the program; the rest of the context depends on its options. */
export interface World {
  readonly commands: readonly AnyCommand[];
  readonly version: string;
  readonly out: Context['out'];
  readonly err: Context['err'];
  readonly environment: Context['environment'];
  context(options: { json: boolean; runDir: string | undefined; endsBySignal: boolean }): Context;
}

/** Runs one command line; returns the exit status. */
export async function run(words: readonly string[], world: World): Promise<number> {
  const parsed = parse(world.commands, words, world.version);
  if (!parsed.ok) return printFailure(parsed.error, { ...world, json: words.includes('--json') });
  if (parsed.value.kind === 'print') {
    world.out.write(parsed.value.text);
    return 0;
  }
  const { command, common, values } = parsed.value;
  const context = world.context({ ...common, endsBySignal: command.endsBySignal ?? false });
  try {
    const result = await command.run(parsed.value.words, values, context);
    if (!result.ok) return printFailure(pointed(result.error, command), context);
    print(command, result.value, context);
    return command.exit?.(result.value) ?? 0;
  } catch (error) {
    return printFailure(unexpected(error, world.environment), context);
  }
}

/** A complaint about how a command was used points to the help of that command. */
function pointed(error: Failure, { name }: AnyCommand): Failure {
  return error.code === 'bad_request' ? { ...error, hint: `See: plugin-hostd ${name} --help` } : error;
}

function print(command: AnyCommand, data: unknown, context: Context): void {
  if (data === undefined) return;
  if (context.json) context.out.write(`${JSON.stringify(data, null, 2)}\n`);
  else {
    const text = command.text?.(data, context) ?? '';
    if (text !== '') context.out.write(`${text}\n`);
  }
}

/** A defect of ours. Its stack is shown to those who ask for it with OMX_DEBUG. */
function unexpected(error: unknown, environment: Context['environment']): Failure {
  const isError = error instanceof Error;
  const detail = isError
    ? environment.OMX_DEBUG
      ? (error.stack ?? error.message)
      : error.message
    : String(error);
  return failure('internal', { reason: detail.replace(/\.$/, '') });
}
