export type { Bar } from './bar.js';
export type { BenchInfo } from './bench.js';
export { findBench, listBenches } from './registry.js';
export { type BenchRecord, markdownReport } from './report/report.js';
export { type Progress, type RunRequest, runBench } from './run/run.js';
