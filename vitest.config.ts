import { defineConfig } from 'vitest/config';

// Waits end as soon as what they wait for is there; only a machine under heavy load comes near these limits.
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'tools/**/*.test.ts',
            'apps/*/src/**/*.unit.test.ts',
            'apps/console/src/**/*.test.{ts,tsx}',
          ],
        },
      },
      {
        test: {
          ...patient,
          name: 'api',
          include: ['apps/master/src/**/*.test.ts'],
          exclude: ['apps/master/src/**/*.unit.test.ts'],
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      },
      ...['browser', 'client'].map((kind) => ({
        test: {
          ...patient,
          name: kind,
          include: [`e2e/**/*.${kind}.test.ts`],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      })),
    ],
  },
});
