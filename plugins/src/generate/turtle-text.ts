// Turtle as text: the little of it that the bundle needs.

/** A predicate and its objects. */
export type Statement = [predicate: string, ...objects: string[]];

/** A string literal. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}

const objectsText = ([predicate, ...objects]: Statement, indent: string) =>
  `${predicate} ${objects.join(` ,\n${indent}  `)}`;

/** All that is said of a subject. */
export function block(subject: string, statements: readonly Statement[]): string {
  const lines = statements.map((statement) => objectsText(statement, '  '));
  return `${subject}\n  ${lines.join(' ;\n  ')} .\n`;
}

/** A node without a name. */
export function node(statements: readonly Statement[]): string {
  const lines = statements.map((statement) => objectsText(statement, '    '));
  return `[\n    ${lines.join(' ;\n    ')}\n  ]`;
}
