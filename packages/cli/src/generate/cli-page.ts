import { errors } from '@plugin-hostd/contracts';
import type { AnyCommand, Argument } from '../declare/command.js';
import { exitStatuses } from '../declare/help.js';
import { commonOptions, describe, flags, optionsOf, written } from '../declare/parse.js';

/** The page about the command line, in Markdown, from the declarations of the commands. */
export function cliPage(commands: readonly AnyCommand[]): string {
  const visible = commands.filter(({ hidden }) => !hidden);
  return [
    '<!-- Generated from packages/cli/src/commands by npm run generate. Do not edit. -->',
    '# The command line',
    'Every command prints text for people, and with `--json` one JSON value for programs (live views: one per line). A failure is ' +
      'printed on standard error with the next step; with `--json` as `{"error": {"code", "message", "hint"}}`.',
    table(
      ['command', 'what it does'],
      visible.map(({ name, summary }) => [`[${name}](#${name})`, summary]),
    ),
    '## Options of every command',
    optionTable(commonOptions),
    '## Exit statuses',
    table(['status', 'meaning'], statusRows()),
    ...visible.map(commandSection),
  ].join('\n\n');
}

const meanings: Readonly<Record<number, string>> = {
  0: 'Done.',
  1: 'A defect of ours; please report it.',
  2: 'Wrong use.',
  3: 'A bar of a bench does not hold.',
  4: 'Something named was not found.',
  5: "A plugin's fault.",
  6: 'The audio server.',
  7: 'The daemon or a worker.',
  8: 'Files and formats.',
  130: 'Interrupted.',
};

function statusRows(): readonly (readonly string[])[] {
  return Object.entries(meanings).map(([status, meaning]) => {
    const codes = Object.entries(errors)
      .filter(([, { exit }]) => exit === Number(status))
      .map(([code]) => `\`${code}\``);
    return [status, [meaning, ...(codes.length === 0 ? [] : [codes.join(', ')])].join(' ')];
  });
}

function commandSection(command: AnyCommand): string {
  const words = Object.entries(command.arguments as Record<string, Argument<unknown>>);
  const usage = ['plugin-hostd', command.name, ...words.map(([name, argument]) => written(name, argument))];
  const own = Object.fromEntries(
    Object.entries(optionsOf(command)).filter(([key]) => !(key in commonOptions)),
  );
  const statuses = exitStatuses(command).map(({ status, codes }) => `${status} (${codes.join(', ')})`);
  return [
    `## ${command.name}`,
    `${command.summary}${command.details === undefined ? '' : `\n\n${command.details}`}`,
    `\`\`\`\n${usage.join(' ')}\n\`\`\``,
    ...(words.length === 0
      ? []
      : [
          table(
            ['argument', 'meaning'],
            words.map(([name, argument]) => [`\`${name}\``, argument.summary]),
          ),
        ]),
    ...(Object.keys(own).length === 0 ? [] : [optionTable(own)]),
    `\`\`\`\n${command.examples.map(({ command: line, explains }) => `# ${explains}\n${line}`).join('\n')}\n\`\`\``,
    `Exit status: 0, or ${statuses.join('; ')}.`,
  ].join('\n\n');
}

function optionTable(options: Parameters<typeof Object.entries>[0]): string {
  const rows = Object.entries(options as typeof commonOptions).map(([key, option]) => [
    `\`${flags(key, option)}\``,
    describe(option),
  ]);
  return table(['option', 'meaning'], rows);
}

function table(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(titles), line(titles.map(() => '---')), ...rows.map(line)].join('\n');
}
