import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterEach, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';
import { historyOf, playSearch, reportValidation, scriptedSearch, taskOf } from './testing/scripted-search.ts';

const beds: LifeTestBed[] = [];
afterEach(() => Promise.all(beds.splice(0).map(({ cluster }) => cluster.stop())));

async function aBed(): Promise<LifeTestBed> {
  const bed = await startLifeTestBed(new ScriptedLauncher([4]));
  beds.push(bed);
  return bed;
}

const logOf = async (bed: LifeTestBed, taskId = '') => {
  const lines: string[] = [];
  for await (const { message } of bed.cluster.admin.client.stream(taskLogsRoute, { taskId })) lines.push(message);
  return lines.join('');
};

test('a search over masters that come and go decides as one that nothing befalls', async () => {
  const [quiet, disturbed] = [await aBed(), await aBed()];
  const quietId = await quiet.create(scriptedSearch);
  const disturbedId = await disturbed.create(scriptedSearch);
  await playSearch(quiet, quietId, async () => undefined);
  await playSearch(disturbed, disturbedId, async (nth) => {
    if (nth % 13 === 5) await disturbed.cluster.restart();
  });
  const expected = await historyOf(quiet, quietId);
  expect(await historyOf(disturbed, disturbedId)).toEqual(expected);
  expect(expected.trials).toHaveLength(18);
  expect(new Set(expected.trials.map(({ state }) => state))).toEqual(new Set(['COMPLETED']));
  // Each trial is stopped once: early, or where the last rung ends.
  const stopped = expected.events.flatMap(({ decided }) => decided.stopped);
  expect(stopped.toSorted()).toEqual(expected.trials.map(({ request_id }) => request_id).toSorted());
  expect(expected.events.at(-1)?.decided.end).toBe('completed');
}, 120_000);

test('a trial that the searcher stops is asked to end, has time for it, and is completed', async () => {
  const bed = await aBed();
  const searcher =
    'name: adaptive_asha, metric: loss, max_trials: 3, max_time: 4, time_metric: batches, max_rungs: 1, max_concurrent_trials: 1';
  const id = await bed.create({ searcher, more: 'preemption_timeout: 2' });
  const [first] = await bed.trials(id);
  const task = await taskOf(bed, first?.id ?? 0);
  await bed.asTask(task, 'ready');
  const signal = bed.asTask(task, 'signals/preemption?timeout_seconds=30', 'GET');
  expect(await reportValidation(bed, task, { loss: 1, batches: 3 }, 3)).toBe(200);
  expect((await bed.trials(id)).map(({ state }) => state)).toEqual(['ACTIVE']);
  expect(await reportValidation(bed, task, { loss: 1, batches: 4 }, 4)).toBe(200);
  expect(await signal).toEqual({ status: 200, json: { preempt: true } });
  expect((await bed.trials(id)).map(({ state }) => state)).toEqual(['STOPPING_COMPLETED', 'ACTIVE']);
  expect(await logOf(bed, task.environment.DET_TASK_ID)).toContain('(reason: searcher decided to early stop trial)');
  // It does not listen: it is ended, which is no fault of its own.
  await taskOf(bed, first?.id ?? 0).then(() => undefined);
  await expect
    .poll(async () => (await bed.trials(id))[0], { timeout: 20_000 })
    .toMatchObject({ state: 'COMPLETED', restarts: 0, run_id: 1 });
  const { progress } = await bed.cluster.master.db
    .selectFrom('experiments')
    .select('progress')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(progress).toBeCloseTo(1 / 3.6);
});

test('a trial that ends in error after it was stopped makes room for no second one', async () => {
  const bed = await aBed();
  const searcher =
    'name: adaptive_asha, metric: loss, max_trials: 5, max_time: 4, time_metric: batches, max_rungs: 1, max_concurrent_trials: 1';
  const id = await bed.create({ searcher });
  const task = await bed.oneRunning();
  await bed.asTask(task, 'ready');
  await reportValidation(bed, task, { loss: 1, batches: 4 }, 4);
  bed.machines.end(task.allocationId, { exitCode: 1 });
  await expect.poll(async () => (await bed.trials(id))[0]?.state, { timeout: 20_000 }).toBe('ERROR');
  expect((await bed.trials(id)).map(({ state }) => state)).toEqual(['ERROR', 'ACTIVE']);
});

test('a validation without the time metric ends the search, and the trial’s log says which one it was', async () => {
  const bed = await aBed();
  const id = await bed.create(scriptedSearch);
  const task = await bed.oneRunning();
  await bed.asTask(task, 'ready');
  expect(await reportValidation(bed, task, { loss: 1, epochs: 1 })).toBe(200);
  await bed.isState(id, 'ERROR');
  const words = 'error parsing searcher time metric (batches) in validation metrics: map[epochs:1 loss:1]';
  expect(await logOf(bed, task.environment.DET_TASK_ID)).toContain(words);
});

test('a search that cannot be run is refused before anything is stored, naming the field', async () => {
  const bed = await aBed();
  const create = (searcher: string, validateOnly: boolean) =>
    bed.cluster.admin.client.call(createExperimentRoute, {
      config: `entrypoint: python3 train.py\nsearcher: {metric: loss, max_trials: 4, time_metric: batches, ${searcher}}\n`,
      validateOnly,
    });
  for (const [searcher, words] of [
    ['name: adaptive_asha, max_time: 0', /searcher\.max_time: must be >= 1 but found 0/],
    ['name: adaptive_asha, max_time: 9, bracket_rungs: [2, 0]', /searcher\.bracket_rungs\[1\]: must be >= 1/],
    ['name: adaptive_asha, max_time: 9, bracket_rungs: [1000]', /searcher\.bracket_rungs: at most 100 rungs/],
    ['name: async_halving, max_time: 9, num_rungs: 1000', /searcher\.num_rungs: at most 100 rungs/],
    ['name: adaptive_asha, max_time: 9, divisor: 1', /searcher\.divisor: must be > 1/],
  ] as const) {
    for (const validateOnly of [true, false])
      await expect(create(searcher, validateOnly)).rejects.toMatchObject({
        status: 400,
        message: expect.stringMatching(words),
      });
  }
  expect(await bed.cluster.master.db.selectFrom('experiments').select('id').execute()).toEqual([]);
});

test('the older spelling runs, too', async () => {
  const bed = await aBed();
  const searcher =
    'name: async_halving, metric: loss, max_trials: 6, num_rungs: 2, max_time: 8, time_metric: batches, divisor: 2, max_concurrent_trials: 2';
  const id = await bed.create({ searcher });
  await playSearch(bed, id, async () => undefined);
  expect((await historyOf(bed, id)).trials.map(({ state }) => state)).toEqual(Array(6).fill('COMPLETED'));
});
