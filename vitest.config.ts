import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
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
          name: 'api',
          include: ['apps/master/src/**/*.test.ts'],
          exclude: ['apps/master/src/**/*.unit.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      },
      ...['browser', 'client'].map((kind) => ({
        test: {
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
