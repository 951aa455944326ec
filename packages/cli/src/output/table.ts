import stringWidth from 'string-width';

export interface Column {
  readonly title: string;
  /** Numbers read best aligned to the right. */
  readonly align?: 'left' | 'right';
}

const gap = '  ';

/**
 * Rows under their titles, each column as wide as its widest cell. Cells may be missing at the end of a row. Lines end without
 * spaces.
 */
export function table(columns: readonly Column[], rows: readonly (readonly string[])[]): readonly string[] {
  const lines = [columns.map((column) => column.title), ...rows];
  const widths = columns.map((_, index) => Math.max(...lines.map((line) => stringWidth(line[index] ?? ''))));
  return lines.map((line) =>
    columns
      .map((column, index) => pad(line[index] ?? '', widths[index] ?? 0, column.align ?? 'left'))
      .join(gap)
      .trimEnd(),
  );
}

/** `text` filled with spaces to `width` terminal cells. */
export function pad(text: string, width: number, align: 'left' | 'right'): string {
  const fill = ' '.repeat(Math.max(0, width - stringWidth(text)));
  return align === 'left' ? text + fill : fill + text;
}
