import { ok } from '@plugin-hostd/base';
import { fail } from '@plugin-hostd/contracts';
import { complete as completeWords } from '../completion/complete.js';
import { lookupIn } from '../completion/lookup.js';
import { scripts, shells } from '../completion/scripts.js';
import { type AnyCommand, command, required, rest } from '../declare/command.js';

export const completion = command({
  name: 'completion',
  group: 'tools',
  summary: 'The completion script for a shell.',
  arguments: { shell: required(shells.join(', ')) },
  options: {},
  examples: [
    {
      command: 'eval "$(plugin-hostd completion bash)"',
      explains: 'In ~/.bashrc; likewise with zsh in ~/.zshrc.',
    },
    { command: 'plugin-hostd completion fish | source', explains: 'In ~/.config/fish/config.fish.' },
  ],
  errors: ['out_of_range'],
  run: async ({ shell }) => {
    const known = shells.find((name) => name === shell);
    if (known === undefined) {
      return fail('out_of_range', { name: 'shell', value: shell, range: shells.join(', ') });
    }
    return ok({ shell: known, script: scripts[known].trimEnd() });
  },
  text: ({ script }) => script,
});

/** The command that completion scripts ask; it completes the commands of `all`. */
export function completer(all: () => readonly AnyCommand[]): AnyCommand {
  return command({
    name: 'complete',
    group: 'tools',
    summary: 'What a word can be: one candidate a line, with a tab before its explanation.',
    hidden: true,
    arguments: { words: rest('the words before the cursor, the last one in part') },
    options: {},
    examples: [],
    errors: [],
    run: async ({ words }, _, context) => {
      const names = all().map(({ name, summary }) => ({ word: name, explains: summary }));
      return ok(await completeWords(all(), words, lookupIn(context, names)));
    },
    text: ({ candidates, files }) =>
      [...candidates.map(({ word, explains }) => `${word}\t${explains}`), ...(files ? [':files'] : [])].join(
        '\n',
      ),
  });
}
