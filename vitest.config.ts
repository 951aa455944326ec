import { defineConfig } from 'vitest/config';

const minuteMs = 60_000;

export default defineConfig({
  test: {
    teardownTimeout: minuteMs,
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            '{contracts,plugins}/src/**/*.test.ts',
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.mjs',
          ],
          environment: 'node',
          testTimeout: 20_000,
        },
      },
      {
        // Real audio servers and real-time threads: one file at a time, or they would disturb each other.
        test: {
          name: 'e2e',
          include: ['tests/**/*.e2e.ts'],
          globalSetup: 'tests/e2e/support/free-places.ts',
          environment: 'node',
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 2 * minuteMs,
          hookTimeout: 2 * minuteMs,
        },
      },
    ],
  },
});
