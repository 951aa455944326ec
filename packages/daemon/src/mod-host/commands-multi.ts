// Commands for several instances at once. For one they answer as the single form, for more with success, whatever became of each.
import { codes, reply } from './codes.js';
import { activate, add, bypass, remove } from './commands-instances.js';
import { flush, preRun, setAndTell, settingsOf } from './commands-parameters.js';
import { type Call, type Handler, wordOf } from './host.js';
import { integerOf, numberOf } from './words.js';

/** More would be a mistake; each needs a word at least. */
const few = 'few arguments';

/** Does it for each of `count` groups of words from `first` on, one after the other. */
async function forEach(
  call: Call,
  at: { readonly count: number; readonly first: number; readonly size: number },
  act: (words: readonly string[]) => Promise<number>,
): Promise<string> {
  const count = integerOf(wordOf(call, at.count));
  if (count === 0) return reply(codes.assignmentInvalid);
  if (count < 0) return reply(codes.invalidOperation);
  if (call.words.length < at.first + count * at.size) return few;
  const results: number[] = [];
  for (let i = 0; i < count; i += 1) {
    const begin = at.first + i * at.size;
    results.push(await act(call.words.slice(begin, begin + at.size)));
  }
  return reply(count === 1 ? (results[0] ?? codes.success) : codes.success);
}

function multiAdd(active: boolean): Handler {
  const at = { count: 0, first: 1, size: 2 };
  return (call) => forEach(call, at, ([uri = '', word = '']) => add(call.host, uri, word, active));
}

/** Words: reset, count, instances, count of pairs, pairs. */
function multiSettings(act: typeof flush): Handler {
  return (call) => {
    const countWord = 2 + Math.max(integerOf(wordOf(call, 1)), 0);
    const pairs = integerOf(wordOf(call, countWord));
    if (call.words.length < countWord + 1 + 2 * Math.max(pairs, 0)) return few;
    const settings = settingsOf(call.words, countWord + 1, pairs);
    return forEach(call, { count: 1, first: 2, size: 1 }, ([word = '']) => act(call, word, settings));
  };
}

/** Bypassing tells no failure, not even of one. */
async function multiBypass(call: Call): Promise<string> {
  const bypassed = integerOf(wordOf(call, 0)) !== 0;
  return forEach(call, { count: 1, first: 2, size: 1 }, async ([word = '']) => {
    await bypass(call.host, word, bypassed);
    return codes.success;
  });
}

export const multiHandlers = {
  multi_add: multiAdd(true),
  multi_preload: multiAdd(false),
  multi_remove: (call) =>
    forEach(call, { count: 0, first: 1, size: 1 }, ([word = '']) => remove(call.host, word)),
  multi_activate: (call) => {
    const active = integerOf(wordOf(call, 0)) !== 0;
    return forEach(call, { count: 1, first: 2, size: 1 }, ([word = '']) => activate(call.host, word, active));
  },
  multi_bypass: multiBypass,
  multi_param_set: (call) => {
    const [symbol, value] = [wordOf(call, 0), numberOf(wordOf(call, 1))];
    return forEach(call, { count: 2, first: 3, size: 1 }, ([word = '']) =>
      setAndTell(call, word, symbol, value),
    );
  },
  multi_params_flush: multiSettings(flush),
  multi_pre_run: multiSettings(preRun),
} satisfies Record<string, Handler>;
