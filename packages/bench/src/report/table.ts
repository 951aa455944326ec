/** A table of figures for people. */
export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/** A number with about four significant digits; `-` for one that was not measured. */
export function figure(value: number): string {
  if (!Number.isFinite(value)) return '-';
  const digits = Math.max(0, 3 - Math.floor(Math.log10(Math.abs(value) || 1)));
  return value.toFixed(Math.min(4, digits));
}

/** A table in Markdown, its columns padded so that it can be read as it is. */
export function markdownTable(table: Table): string {
  const inCell = (cell: string) => cell.replaceAll('|', '\\|');
  const lines = [table.columns, ...table.rows].map((row) => row.map(inCell));
  const widths = table.columns.map((_, c) => Math.max(3, ...lines.map((row) => row[c]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    `| ${widths.map((width, c) => (cells[c] ?? '').padEnd(width)).join(' | ')} |`;
  const [head = [], ...body] = lines;
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`;
  return [line(head), rule, ...body.map(line)].join('\n');
}
