export type { Bar } from './bar.js';
export type { BenchInfo } from './bench.js';
export { lv2Soak } from './lv2-soak/soak.js';
export { findBench, listBenches } from './registry.js';
export { type BenchRecord, markdownReport } from './report/report.js';
export { execute, type Progress, type RunRequest, runBench } from './run/run.js';
