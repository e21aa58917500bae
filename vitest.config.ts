import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

// Waits end as soon as what they wait for is there; only a machine under heavy load comes near these limits.
// A test that only waits would tell nothing but that nothing broke: each says what it expects.
const patient = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { requireAssertions: true, poll: { timeout: 30_000 } },
};
const cores = availableParallelism();

/**
 * A worker keeps what it has imported for its next file: the whole server is some two seconds of processor time. What a
 * module remembers it remembers by its master or database, so that files do not see each other; hooks for every file stand in a
 * setup file, which runs anew for each.
 */
const sharedModules = { isolate: false };

/** What takes longest begins first, in this order, so that none is left to run alone in the end; the others stay as Vitest has them. */
const longest = [
  'main-job.browser',
  'every-dialog.browser',
  'flat-words.browser',
  'every-page.browser',
  'experiment-pages.browser',
  'log-reader.browser',
  'hundred-thousand-runs.browser',
  'reading-tables.browser',
  'journey-search.browser',
  'sign-in.browser',
  'examples.client',
  'checkpoint-storages.client',
  'pytorch.client',
  'det-experiment.client',
  'kill-loop.fault',
  'kill-loop-two-masters.fault',
  'long-recovery.fault',
  'search-experiments',
  'permission-roles',
  'bounded-search',
  'two-masters',
  'delete-experiment',
];

const place = ({ moduleId }: TestSpecification) => {
  const at = longest.findIndex((name) => moduleId.includes(`/${name}.`));
  return at === -1 ? longest.length : at;
};

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).sort((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...patient,
          name: 'unit',
          maxWorkers: cores,
          ...sharedModules,
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
          maxWorkers: cores,
          ...sharedModules,
          include: ['apps/master/src/**/*.test.ts'],
          exclude: ['apps/master/src/**/*.unit.test.ts'],
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      },
      {
        test: {
          ...patient,
          name: 'fuzz',
          include: ['e2e/fuzz/*.fuzz.test.ts'],
          testTimeout: 300_000,
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      },
      ...['browser', 'client'].map((kind) => ({
        test: {
          ...patient,
          name: kind,
          // They wait for pages and trials more than they compute.
          maxWorkers: cores + 1,
          ...(kind === 'browser' ? sharedModules : {}),
          setupFiles: ['e2e/support/each-file.ts'],
          include: [`e2e/**/*.${kind}.test.ts`],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          globalSetup: ['apps/master/src/platform/db/testing/test-server.ts'],
        },
      })),
      {
        test: {
          ...patient,
          name: 'faults',
          // They wait for recoveries and pauses more than they compute.
          maxWorkers: cores + 1,
          include: ['e2e/faults/*.fault.test.ts'],
          setupFiles: ['e2e/support/each-file.ts'],
          // What does little but wait for half a minute is for the run at length.
          exclude: process.env.DET_FAULTS === 'whole' ? [] : ['e2e/faults/database-away.fault.test.ts'],
          testTimeout: 600_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
