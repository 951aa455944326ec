/** Whether a text ends inside quotes. */
function hasOpenQuote(text: string): boolean {
  return (text.replaceAll('\\"', '').split('"').length - 1) % 2 === 1;
}

/**
 * Cuts what a controller sends into messages. They end with NUL however they arrive: in pieces or several at once. Somebody who types
 * into a terminal sends no NUL; until a first one has come, a line that is complete counts as a message too.
 */
export class MessageReader {
  static readonly limitBytes = 16 * 1024 * 1024;

  #rest: Buffer = Buffer.alloc(0);
  #hasSeenNul = false;

  /** Takes the next bytes; returns the messages that they complete. Null when a message is beyond the limit. */
  push(bytes: Buffer): readonly string[] | null {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const messages: string[] = [];
    let start = 0;
    for (let end = all.indexOf(0); end >= 0; end = all.indexOf(0, start)) {
      if (end > start) messages.push(all.toString('utf8', start, end));
      start = end + 1;
      this.#hasSeenNul = true;
    }
    this.#rest = Buffer.from(all.subarray(start));
    if (!this.#hasSeenNul) messages.push(...this.#lines());
    return this.#rest.length > MessageReader.limitBytes ? null : messages;
  }

  /** What was begun when the connection ended. */
  end(): readonly string[] {
    return this.#rest.length === 0 ? [] : [this.#rest.toString('utf8')];
  }

  #lines(): readonly string[] {
    if (this.#rest.at(-1) !== 0x0a) return [];
    const text = this.#rest.toString('utf8');
    if (hasOpenQuote(text)) return [];
    this.#rest = Buffer.alloc(0);
    return text.split('\n').filter((line) => line.trim() !== '');
  }
}
