type Undo = () => unknown;

async function attempt(undo: Undo): Promise<void> {
  try {
    await undo();
  } catch {
    // What is gone already needs no ending.
  }
}

/** What must be undone at the end of a run, in reverse order, whatever happens. */
export class Scope {
  readonly #undo: Undo[] = [];
  readonly #running: Promise<void>[] = [];
  #closed = false;

  /**
   * Registers what undoes something that was just done; may be asynchronous. Once the scope is closed it is undone right
   * away: a run that is aborted while it starts something must not leave that behind.
   */
  defer(undo: Undo): void {
    if (this.#closed) this.#running.push(attempt(undo));
    else this.#undo.push(undo);
  }

  /** Undoes everything, latest first, one after the other. One that throws does not keep the others from being undone. */
  async close(): Promise<void> {
    this.#closed = true;
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) {
      const done = attempt(undo);
      this.#running.push(done);
      await done;
    }
    await Promise.all(this.#running);
  }
}
