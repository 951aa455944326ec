/**
 * Says what a long command is doing: one line that is rewritten on a terminal, a few plain lines elsewhere.
 * Everything goes to stderr, since stdout belongs to the program that follows.
 */
export class Progress {
  #stream;
  #terminal;
  #title = '';
  #startedMs = 0;
  #shownPercent = 0;

  /** @param {NodeJS.WriteStream} [stream] */
  constructor(stream = process.stderr) {
    this.#stream = stream;
    this.#terminal = Boolean(stream.isTTY) && process.env.TERM !== 'dumb';
  }

  /** @param {string} title what begins now: "Building the native programs" */
  begin(title) {
    this.#title = title;
    this.#startedMs = Date.now();
    this.#shownPercent = 0;
    this.#show(`${title} …`);
  }

  /** @param {number} fraction of the present step, 0 to 1 */
  update(fraction) {
    const percent = Math.floor(Math.min(Math.max(fraction, 0), 1) * 100);
    const step = this.#terminal ? 1 : 20;
    if (percent < this.#shownPercent + step) return;
    this.#shownPercent = percent;
    this.#show(`${this.#title} … ${String(percent).padStart(3)} %`);
  }

  /** The present step is done. */
  done() {
    const seconds = ((Date.now() - this.#startedMs) / 1000).toFixed(1);
    this.#show(`${this.#title}: done in ${seconds} s`);
    if (this.#terminal) this.#stream.write('\n');
  }

  /** @param {string[]} lines printed as they are, on lines of their own */
  note(...lines) {
    if (this.#terminal) this.#stream.write('\r\x1b[K');
    this.#stream.write(`${lines.join('\n')}\n`);
  }

  /** @param {string} text */
  #show(text) {
    this.#stream.write(
      this.#terminal ? `\r\x1b[K${text.slice(0, (this.#stream.columns ?? 80) - 1)}` : `${text}\n`,
    );
  }
}

/**
 * The fraction of the work that a line of ninja's output reports: "[12/48] Building …"; undefined for other lines.
 * @param {string} line
 */
export function ninjaFraction(line) {
  const match = /^\[(\d+)\/(\d+)\]/.exec(line);
  return match ? Number(match[1]) / Math.max(Number(match[2]), 1) : undefined;
}

/**
 * The fraction of the work that a line of apt's machine-readable status reports: "pmstatus:<package>:<percent>:…".
 * @param {string} line
 */
export function aptFraction(line) {
  const match = /^(dl|pm)status:[^:]*(?::[a-z0-9]+)?:([\d.]+):/.exec(line);
  if (!match) return undefined;
  // Downloading is counted as the first half, unpacking and configuring as the second.
  return Number(match[2]) / 200 + (match[1] === 'pm' ? 0.5 : 0);
}
