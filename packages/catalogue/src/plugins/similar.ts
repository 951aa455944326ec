/** Edits (insert, delete, replace) that turn one text into the other: Levenshtein's distance, row by row. */
export function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** Letters and digits only, in lower case: how names are compared when a person types them. */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The candidates nearest to a text, best first: those that contain it, then those within a third of its length in edits. */
export function similar(text: string, candidates: readonly string[], limit = 3): readonly string[] {
  const wanted = folded(text);
  if (wanted === '') return [];
  const near = Math.max(1, Math.floor(wanted.length / 3));
  return candidates
    .map((name) => {
      const key = folded(name);
      return { name, distance: key.includes(wanted) ? 0 : editDistance(wanted, key) };
    })
    .filter(({ distance }) => distance <= near)
    .sort((a, b) => a.distance - b.distance || a.name.localeCompare(b.name))
    .slice(0, limit)
    .map(({ name }) => name);
}
