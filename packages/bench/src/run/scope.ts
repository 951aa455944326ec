/** What must be undone at the end of a run, in reverse order, whatever happens. */
export class Scope {
  readonly #undo: (() => unknown)[] = [];

  /** Registers what undoes something that was just done; may be asynchronous, and should not throw. */
  defer(undo: () => unknown): void {
    this.#undo.push(undo);
  }

  /** Undoes everything, latest first. One that throws does not keep the others from being undone. */
  async close(): Promise<void> {
    for (let undo = this.#undo.pop(); undo; undo = this.#undo.pop()) {
      try {
        await undo();
      } catch {
        // What is gone already needs no ending.
      }
    }
  }
}
