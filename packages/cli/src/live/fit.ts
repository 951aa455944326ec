import stringWidth from 'string-width';

/** Lines cut to a terminal's size; the last row says how many are left out. */
export function fit(lines: readonly string[], columns: number, rows: number): readonly string[] {
  const shown =
    lines.length <= rows
      ? lines
      : [...lines.slice(0, Math.max(0, rows - 1)), `... ${lines.length - rows + 1} more lines`].slice(
          0,
          rows,
        );
  return shown.map((line) => cut(line, columns));
}

function cut(line: string, columns: number): string {
  if (stringWidth(line) <= columns) return line;
  let width = 0;
  let text = '';
  for (const character of line) {
    width += stringWidth(character);
    if (width > columns) break;
    text += character;
  }
  return text;
}
