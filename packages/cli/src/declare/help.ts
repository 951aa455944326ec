import { type ErrorCode, errors } from '@plugin-hostd/contracts';
import type { AnyCommand } from './command.js';

/** Failures that any command can end with. */
const everywhere: readonly ErrorCode[] = ['bad_request', 'internal'];

/** An exit status and what it says. */
export interface ExitStatus {
  readonly status: number;
  readonly codes: readonly ErrorCode[];
}

/** The exit statuses of a command, ascending, with the errors behind each. */
export function exitStatuses(command: AnyCommand): readonly ExitStatus[] {
  const codes = [...new Set([...command.errors, ...everywhere])];
  const statuses = [...new Set(codes.map((code) => errors[code].exit))].sort((a, b) => a - b);
  return statuses.map((status) => ({ status, codes: codes.filter((code) => errors[code].exit === status) }));
}

/** What a command's help says after its options: examples and exit statuses. */
export function helpAfter(command: AnyCommand): string {
  const examples = command.examples.map(({ command: line, explains }) => `  ${line}\n      ${explains}`);
  const statuses = exitStatuses(command).map(({ status, codes }) => `  ${status}  ${codes.join(', ')}`);
  return ['', 'Examples:', ...examples, '', 'Exit status: 0, or', ...statuses].join('\n');
}
