/**
 * Runs edits of the graph one after the other, in the order they came. A recovery of a worker is an edit too, so it never meets one
 * that is half done.
 */
export class EditQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(edit: () => Promise<T>): Promise<T> {
    const result = this.#last.then(edit);
    this.#last = result.catch(() => undefined);
    return result;
  }
}
