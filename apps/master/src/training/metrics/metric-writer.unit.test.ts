import { invalidArgument } from '@determined/contract/errors.ts';
import { expect, test } from 'vitest';
import type { Db } from '#platform/db/database.ts';
import { MetricWriter } from './metric-writer.ts';
import type { IncomingReport } from './store-reports.ts';

const report = (steps: number, group = 'training'): IncomingReport => ({
  trialId: 1,
  runId: 0,
  group,
  steps,
  time: '2026-11-21T12:00:00.000000Z',
  values: {},
  batchMetrics: null,
  taskId: null,
});

/** A database whose transactions only run their work: the writer is about who goes into which. */
const db = {
  isTransaction: false,
  transaction: () => ({ execute: (work: (tx: object) => Promise<unknown>) => work({}) }),
} as unknown as Db;

function writerOf(refuse: (steps: number) => boolean = () => false): { writer: MetricWriter; batches: number[][] } {
  const batches: number[][] = [];
  const writer = new MetricWriter(
    db,
    {
      together: async (_tx, reports) => {
        batches.push(reports.map(({ steps = -1 }) => steps));
        await new Promise((resolve) => setTimeout(resolve, 2));
        return reports.map(({ steps = -1 }) => (refuse(steps) ? invalidArgument(`no ${steps}`) : undefined));
      },
      alone: async () => false,
    },
    () => {},
  );
  return { writer, batches };
}

test('senders that wait for their answers share transactions', async () => {
  const { writer, batches } = writerOf();
  const sender = async (from: number) => {
    for (let index = 0; index < 20; index += 1) await writer.write(report(from + index));
  };
  await Promise.all([0, 100, 200, 300, 400, 500, 600, 700].map(sender));
  expect(batches.flat()).toHaveLength(160);
  // The first round finds its number; then all eight go together.
  expect(batches.length).toBeLessThan(40);
});

test('a lone sender waits for nobody', async () => {
  const { writer, batches } = writerOf();
  for (let index = 0; index < 5; index += 1) await writer.write(report(index));
  expect(batches).toEqual([[0], [1], [2], [3], [4]]);
});

test('validations do not stand behind other reports, nor the other way round', async () => {
  const { writer, batches } = writerOf();
  await Promise.all([writer.write(report(1)), writer.write(report(2, 'validation'))]);
  expect(batches.toSorted()).toEqual([[1], [2]]);
});

test('each report gets its own answer', async () => {
  const { writer } = writerOf((steps) => steps === 2);
  const answers = await Promise.allSettled([1, 2, 3].map((steps) => writer.write(report(steps))));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await writer.idle();
});

test('when the database is away nobody is made to wait for it once more for each report', async () => {
  let attempts = 0;
  const writer = new MetricWriter(
    db,
    {
      together: async () => {
        attempts += 1;
        throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      },
      alone: async () => false,
    },
    () => {},
  );
  const answers = await Promise.allSettled([1, 2, 3, 4, 5].map((steps) => writer.write(report(steps))));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 5 }, () => 'rejected'));
  // The first report may have gone alone.
  expect(attempts).toBeLessThanOrEqual(2);
});

test('a report that cannot be stored costs the others of its transaction nothing', async () => {
  const writer = new MetricWriter(
    db,
    {
      together: async (_tx, reports) => {
        if (reports.some(({ steps }) => steps === 2)) throw new Error('cannot be stored');
        return reports.map(() => undefined);
      },
      alone: async () => false,
    },
    () => {},
  );
  const answers = await Promise.allSettled([1, 2, 3].map((steps) => writer.write(report(steps))));
  expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
});
