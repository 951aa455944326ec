import type { ErrorCode } from '@plugin-hostd/contracts';

/** What can go wrong when plugins are found, loaded and set. */
export const loadingErrors: readonly ErrorCode[] = [
  'bad_expression',
  'plugin_not_found',
  'plugin_ambiguous',
  'plugin_failed',
  'plugin_crashed',
  'plugin_timeout',
  'parameter_absent',
  'parameter_ambiguous',
  'parameter_value',
  'invalid_operation',
  'out_of_range',
];
