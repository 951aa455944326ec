import { expectOk } from '@plugin-hostd/base';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeReply, encodeCommand, MessageSplitter } from './codec.js';

/** Splits a message into words as a worker does: spaces separate, double quotes group, a backslash inside them escapes. */
function words(message: string): string[] {
  const found = message.matchAll(/"((?:\\.|[^"\\])*)"|(\S+)/gs);
  return [...found].map((m) => (m[1] === undefined ? (m[2] ?? '') : m[1].replace(/\\(.)/gs, '$1')));
}

describe('commands', () => {
  test('are words separated by spaces, quoted where they must be', () => {
    expect(expectOk(encodeCommand('add', ['clap:/my plugins/x.clap#id', 3, 'v']))).toBe(
      'add "clap:/my plugins/x.clap#id" 3 v',
    );
    expect(expectOk(encodeCommand('instance_save', [3, 'a "b" \\ c']))).toBe(
      'instance_save 3 "a \\"b\\" \\\\ c"',
    );
  });

  test('leave an argument alone that takes the rest', () => {
    expect(expectOk(encodeCommand('param_parse', [0, '1', '-12.5 dB']))).toBe('param_parse 0 1 -12.5 dB');
  });

  test('read back as the words that went in, whatever they hold', () => {
    const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(word, { maxLength: 4 }), (args) => {
        expect(words(expectOk(encodeCommand('add', args)))).toEqual(['add', ...args]);
      }),
    );
  });

  test('hold no NUL', () => {
    const result = encodeCommand('connect', ['a\0b', 'c']);
    expect(!result.ok && result.error.code).toBe('bad_request');
  });
});

describe('replies', () => {
  test('carry a code and a value', () => {
    expect(expectOk(decodeReply('param_get', [0, '1'], 'resp 0 0.5000'))).toEqual({
      code: 0,
      value: '0.5000',
    });
    expect(expectOk(decodeReply('add', ['u', 7], 'resp 7'))).toEqual({ code: 7, value: '' });
  });

  test('of an error become its failure, with the reason where the message has a place for one', () => {
    const failed = decodeReply('add', ['clap:/x.clap#id', 7], 'resp -102 init returned false');
    expect(!failed.ok && failed.error).toMatchObject({
      code: 'plugin_failed',
      message: 'The plugin clap:/x.clap#id could not be started: init returned false.',
      hint: 'Check it alone with: plugin-hostd scan --file /x.clap',
    });
    const absent = decodeReply('param_get', [7, 'x'], 'resp -3');
    expect(!absent.ok && absent.error.message).toBe('There is no instance 7.');
    const detailed = decodeReply('add', ['clap:/x#y', 1], 'resp -101 no such file');
    expect(!detailed.ok && detailed.error.message).toBe('No plugin matches "clap:/x#y". No such file.');
  });

  test('of monitor_output are inverted', () => {
    expect(decodeReply('monitor_output', [0, '1'], 'resp 1').ok).toBe(true);
    expect(decodeReply('monitor_output', [0, '1'], 'resp 0').ok).toBe(false);
  });

  test.each(['', 'nonsense', 'resp', 'resp x', 'few arguments', 'resp -4711 what'])(
    'that nobody declared (%j) are an internal failure',
    (message) => {
      const result = decodeReply('help', [], message);
      expect(!result.ok && result.error.code).toBe('internal');
    },
  );

  test('never throw', () => {
    fc.assert(fc.property(fc.string(), (message) => void decodeReply('connect', ['a', 'b'], message)));
  });
});

describe('messages', () => {
  test('come out whole and in order, however the bytes are cut', () => {
    const message = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
    fc.assert(
      fc.property(fc.array(message), fc.infiniteStream(fc.integer({ min: 1, max: 7 })), (messages, cuts) => {
        const stream = Buffer.from(messages.map((m) => `${m}\0`).join(''));
        const splitter = new MessageSplitter();
        const seen: string[] = [];
        for (let at = 0; at < stream.length; ) {
          const { value: size } = cuts.next();
          seen.push(...splitter.push(stream.subarray(at, at + size)));
          at += size;
        }
        expect(seen).toEqual(messages);
      }),
    );
  });

  test('that are not finished are kept', () => {
    const splitter = new MessageSplitter();
    expect(splitter.push(Buffer.from('resp 0'))).toEqual([]);
    expect(splitter.push(Buffer.from(' a\0b'))).toEqual(['resp 0 a']);
    expect(splitter.push(Buffer.from('\0'))).toEqual(['b']);
  });
});
