/** A word as it is meant: a quote goes, and what follows it is taken as it is, so that two quotes are one. */
function unquote(raw: string): string {
  let word = '';
  for (let i = 0; i < raw.length; i += 1) {
    if (raw[i] === '"') i += 1;
    word += raw[i] ?? '';
  }
  return word;
}

/** The end of a quoted part whose opening quote is at `open`: the index of its closing quote, or of the text's end. */
function closingQuote(text: string, open: number): number {
  for (let i = open + 1; i < text.length; i += 1) {
    if (text[i] === '\\' && text[i + 1] === '"') i += 1;
    else if (text[i] === '"' && text[i + 1] === '"') i += 1;
    else if (text[i] === '"') return i;
  }
  return text.length;
}

/**
 * Takes a message of mod-host's protocol apart. Each single space separates, so that two of them have an empty word between them; space
 * at the end of the message does not count. Double quotes group, `\"` and, between quotes, `""` stand for a quote, a quote that is not
 * closed takes the rest, and what follows a closing quote up to the next space is lost.
 */
export function splitWords(message: string): readonly string[] {
  const text = message.replace(/[ \t\r\n]+$/, '');
  const words: string[] = [];
  let raw = '';
  let lost = false;
  const keep = (part: string) => {
    if (!lost) raw += part;
  };
  for (let i = 0; i < text.length; i += 1) {
    if (text[i] === ' ') {
      words.push(unquote(raw));
      raw = '';
      lost = false;
    } else if (text[i] === '\\' && text[i + 1] === '"') {
      keep('""');
      i += 1;
    } else if (text[i] === '"') {
      const end = closingQuote(text, i);
      keep(text.slice(i, end).replaceAll('\\"', '""'));
      lost ||= end < text.length;
      i = end;
    } else keep(text[i] as string);
  }
  return [...words, unquote(raw)];
}

/** The whole number that a word begins with, 0 where there is none, as mod-host reads numbers. */
export function integerOf(word: string): number {
  const value = Number.parseInt(/^[ \t]*[-+]?\d+/.exec(word)?.[0] ?? '0', 10);
  return Math.min(Math.max(value, -0x8000_0000), 0x7fff_ffff);
}

/** The number that a word begins with, 0 where there is none; what is no number at all counts as none. */
export function numberOf(word: string): number {
  const infinite = /^[ \t]*([-+]?)inf/i.exec(word);
  if (infinite) return infinite[1] === '-' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY;
  return Number(/^[ \t]*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?/i.exec(word)?.[0] ?? 0);
}

/**
 * A value in single precision with a fixed number of decimals, as C prints it: a value in the middle between two goes to the even one.
 * JavaScript takes the larger there; nothing else differs.
 */
export function fixed(value: number, decimals: number): string {
  const single = Math.fround(value);
  if (!Number.isFinite(single)) return String(single).toLowerCase().replace('infinity', 'inf');
  const sign = single < 0 || Object.is(single, -0) ? '-' : '';
  const size = Math.abs(single);
  if (size >= 2 ** 53) return `${sign}${BigInt(size)}.${'0'.repeat(decimals)}`;
  const scaled = size * 10 ** decimals; // exact where it matters: 24 bits by 20
  const below = Math.floor(scaled);
  const isMiddle = scaled - below === 0.5 && below % 2 === 0;
  return sign + (isMiddle ? (below / 10 ** decimals).toFixed(decimals) : size.toFixed(decimals));
}
