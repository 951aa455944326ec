import { err, ok, type Result } from '@plugin-hostd/base';
import { type Failure, failure } from '@plugin-hostd/contracts';
import { Command as Commander, CommanderError, Option as CommanderOption } from 'commander';
import { type AnyCommand, type Argument, groups } from './command.js';
import { helpAfter } from './help.js';
import { flag, kebab, type Option, text } from './option.js';

/** Options that every command has. */
export const commonOptions = {
  json: flag('Print JSON for programs; a failure too, on standard error.'),
  runDir: text('folder', 'Run directory of the daemon; OMX_RUN_DIR does the same.', { completes: 'file' }),
};

/** What the words of a command line ask for: a command to run, or a text to print. */
export type Parsed =
  | {
      readonly kind: 'run';
      readonly command: AnyCommand;
      readonly words: Readonly<Record<string, unknown>>;
      readonly values: Readonly<Record<string, unknown>>;
      readonly common: { readonly json: boolean; readonly runDir: string | undefined };
    }
  | { readonly kind: 'print'; readonly text: string };

/** Reads a command line, without the program's own name. */
export function parse(
  commands: readonly AnyCommand[],
  words: readonly string[],
  version: string,
): Result<Parsed, Failure> {
  let printed = '';
  let chosen: { command: AnyCommand; args: readonly unknown[]; raw: Record<string, unknown> } | undefined;
  const program = new Commander('plugin-hostd')
    .description('Hosts audio plugins: live through JACK or PipeWire, and offline.')
    .version(version, '--version', 'Print the version.')
    .helpOption('-h, --help', 'Show this help.')
    .addHelpCommand(
      new Commander('help')
        .argument('[command]')
        .description('Show the help of a command.')
        .helpGroup(groups.tools),
    )
    .addHelpText('after', '\nThe help of a command, with examples: plugin-hostd <command> --help')
    .exitOverride()
    .configureOutput({ writeOut: (part) => (printed += part), writeErr: () => {} });
  for (const command of inGroups(commands)) {
    const parser = addCommand(program, command);
    parser.action((...args: unknown[]) => {
      chosen = { command, args: args.slice(0, -2), raw: parser.opts() };
    });
  }
  if (words.length === 0) return ok({ kind: 'print', text: program.helpInformation() });
  try {
    program.parse(words, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return ok({ kind: 'print', text: printed });
    return err(misuse(error, commands, words));
  }
  return chosen === undefined ? ok({ kind: 'print', text: printed }) : readValues(chosen);
}

/** Commands in the order of their groups, and in each in their own. */
function inGroups(commands: readonly AnyCommand[]): readonly AnyCommand[] {
  return Object.keys(groups).flatMap((group) => commands.filter((command) => command.group === group));
}

function addCommand(program: Commander, command: AnyCommand): Commander {
  const parser = program
    .command(command.name, { hidden: command.hidden ?? false })
    .helpGroup(groups[command.group])
    .summary(command.summary)
    .description([command.summary, command.details].filter(Boolean).join('\n\n'))
    .addHelpText('after', helpAfter(command))
    .allowExcessArguments(false)
    .helpOption('-h, --help', 'Show this help.');
  for (const [name, argument] of Object.entries(command.arguments as Record<string, Argument<unknown>>)) {
    parser.argument(written(name, argument), argument.summary);
  }
  for (const [key, option] of Object.entries(optionsOf(command))) {
    const made = new CommanderOption(flags(key, option), describe(option));
    if (option.repeats) made.argParser((word, before?: string) => [before, word].filter(Boolean).join(','));
    parser.addOption(made.makeOptionMandatory(option.mandatory ?? false));
  }
  return parser;
}

/** The options of a command, with those that every command has. */
export function optionsOf(command: AnyCommand): Readonly<Record<string, Option<unknown>>> {
  return { ...(command.options as Record<string, Option<unknown>>), ...commonOptions };
}

/** An argument as the usage line writes it: `<input>`, `[query]`, `<assignment...>`. */
export function written(name: string, argument: Argument<unknown>): string {
  if (argument.kind === 'optional') return `[${kebab(name)}]`;
  return argument.kind === 'rest' ? `<${kebab(name)}...>` : `<${kebab(name)}>`;
}

/** An option as the help writes it: `-o, --output <file>`. */
export function flags(key: string, option: Option<unknown>): string {
  const long = `--${option.negates ? 'no-' : ''}${kebab(key)}`;
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return `${short}${long}${option.value === undefined ? '' : ` <${option.value}>`}`;
}

/** The summary of an option with its choices and default. */
export function describe(option: Option<unknown>): string {
  const notes = [
    option.choices === undefined ? '' : option.choices.join(', '),
    option.mandatory ? 'needed' : '',
    [undefined, ''].includes(option.default as string) || option.value === undefined
      ? ''
      : `default ${option.default}`,
  ].filter(Boolean);
  return notes.length === 0 ? option.summary : `${option.summary} (${notes.join('; ')})`;
}

function readValues(chosen: {
  command: AnyCommand;
  args: readonly unknown[];
  raw: Readonly<Record<string, unknown>>;
}): Result<Parsed, Failure> {
  const { command, args, raw } = chosen;
  const values: Record<string, unknown> = {};
  for (const [key, option] of Object.entries(optionsOf(command))) {
    const given = raw[key];
    if (typeof given === 'string') {
      const parsed = option.parse(given, `--${kebab(key)}`);
      if (!parsed.ok) return parsed;
      values[key] = parsed.value;
    } else values[key] = given ?? option.default;
  }
  const names = Object.keys(command.arguments);
  const words = Object.fromEntries(names.map((name, index) => [name, args[index]]));
  const { json, runDir, ...own } = values;
  const common = { json: json === true, runDir: runDir as string | undefined };
  return ok({ kind: 'run', command, words, values: own, common });
}

/** Commander's complaint as one of our failures, with the help of the command in question as the next step. */
function misuse(error: CommanderError, commands: readonly AnyCommand[], words: readonly string[]): Failure {
  const command = commands.find(({ name }) => words.includes(name));
  const [sentence = '', suggestion] = error.message.replace(/^error: /, '').split('\n');
  const reason = sentence.charAt(0).toUpperCase() + sentence.slice(1);
  const more = suggestion === undefined ? '' : ` ${suggestion}`;
  return {
    ...failure('bad_request', { reason }),
    message: `${reason}.${more}`,
    hint: `See: plugin-hostd ${command === undefined ? '' : `${command.name} `}--help`,
  };
}
