import type { ErrorCode, Failure } from '@plugin-hostd/contracts';
import { errors } from '@plugin-hostd/contracts';

/** mod-host's codes in replies. */
export const codes = {
  success: 0,
  invalidInstance: errors.invalid_instance.wire,
  instanceExists: errors.instance_exists.wire,
  instanceAbsent: errors.instance_absent.wire,
  invalidUri: errors.plugin_not_found.wire,
  instantiation: errors.plugin_failed.wire,
  symbolAbsent: errors.parameter_absent.wire,
  presetUri: errors.preset_failed.wire,
  presetState: errors.state_failed.wire,
  client: errors.audio_client.wire,
  clientActivation: errors.audio_activate.wire,
  portRegister: errors.port_register.wire,
  connection: errors.connect_failed.wire,
  disconnection: errors.disconnect_failed.wire,
  outOfRange: errors.out_of_range.wire,
  assignmentInvalid: -302,
  controlChainAbsent: -401,
  linkAbsent: -402,
  hmiAbsent: -403,
  uiAbsent: -404,
  invalidOperation: errors.invalid_operation.wire,
} as const;

/** What mod-host would say where our failure has no code of its own there. */
const nearest: Partial<Record<ErrorCode, number>> = {
  plugin_ambiguous: codes.invalidUri,
  plugin_refused: codes.instantiation,
  plugin_crashed: codes.instantiation,
  plugin_timeout: codes.instantiation,
  worker_lost: codes.instantiation,
  worker_start: codes.client,
  server_absent: codes.client,
  name_taken: codes.client,
  capacity: errors.out_of_memory.wire,
};

const lowestOfModHost = -999;

/** The code of a failure in a reply. */
export function codeOf(failure: Failure): number {
  const { wire } = errors[failure.code];
  return nearest[failure.code] ?? (wire >= lowestOfModHost ? wire : codes.invalidOperation);
}

/** A reply without its terminating NUL. */
export function reply(code: number, value?: string): string {
  return value === undefined ? `resp ${code}` : `resp ${code} ${value}`;
}
