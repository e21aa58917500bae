import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute, getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const machines = new ScriptedLauncher([1]);
const at = consoleTest({ launcher: machines });
const client = () => at.cluster.admin.client;

async function failing(searcher: string, exits: readonly number[]): Promise<number> {
  const config = `{name: failing, entrypoint: python3 train.py, searcher: {metric: loss, ${searcher}}, hyperparameters: {}, max_restarts: 0}`;
  const { experiment } = await client().call(createExperimentRoute, { config, activate: true });
  const experimentId = experiment?.id ?? 0;
  for (const exitCode of exits) {
    const task = await eventually('one runs', () =>
      machines.running().find((one) => one.environment.DET_EXPERIMENT_ID === String(experimentId)),
    );
    const { allocationId } = task;
    const taskId = task.environment.DET_TASK_ID ?? '';
    const lines = [
      'Traceback (most recent call last):',
      '  File "train.py", line 7, in main',
      `ValueError: loss is ${exitCode}.5`,
    ];
    const logs = lines.map((log) => ({ taskId, allocationId, log: `${log}\n`, timestamp: new Date().toISOString() }));
    await client().call(postTaskLogsRoute, { logs });
    machines.end(allocationId, { exitCode });
    await eventually('it is over', () => !machines.running().includes(task));
  }
  await eventually('it has ended', async () => {
    const state = (await client().call(getExperimentRoute, { experimentId })).experiment?.state;
    return state === 'STATE_ERROR' || state === 'STATE_COMPLETED';
  });
  return experimentId;
}

/** In classic words and in the console's usual ones, whose pages are others. */
const bothWords = [
  ['', 'trials'],
  ['?f_flat_runs=on', 'runs'],
] as const;

test.each(bothWords)('what failed says why at its top, and leads to the line of its log%s', async (flag) => {
  const id = await failing('name: single', [3]);
  await at.visitor.signIn(`/experiments/${id}${flag}`);
  const why = at.page.getByRole('status', { name: 'Why it failed' });
  await seen(why.getByText('Failed: ValueError: loss is 3.5'));
  await seen(why.getByText(/without a restart\./));
  await seen(why.getByText('File "train.py", line 7, in main'));
  await why.getByRole('link', { name: /^Jump to line \d+$/ }).click();
  await expect.poll(() => at.page.url()).toMatch(/\/logs.*#L\d+$/);
  await seen(at.page.getByRole('log').getByText('ValueError: loss is 3.5'));
  const trialId = (await client().call(getExperimentRoute, { experimentId: id })).experiment?.trialIds[0];
  await at.visitor.open(`/experiments/${id}/trials/${trialId}${flag}`);
  await seen(why.getByText('Failed: ValueError: loss is 3.5'));
});

test.each(bothWords)(
  'failures of a search stand together where they are the same, with what it took%s',
  async (flag, things) => {
    const id = await failing('name: random, max_trials: 3, max_concurrent_trials: 1', [4, 0, 5]);
    await at.visitor.signIn(`/experiments/${id}${flag}`);
    const why = { name: `Why ${things} failed` };
    await at.page.getByRole('status', { name: 'Why it failed' }).getByRole('link', why).click();
    const failures = at.page.getByRole('region', why);
    await seen(failures.getByText(/^2 of 3, in 1 way; 2 on /));
    await failures.getByText('ValueError: loss is 5.5').click();
    expect(await failures.getByRole('row').count()).toBe(3);
    await seen(at.page.getByRole('region', { name: 'Search efficiency' }).getByText('Slot-hours spent'));
    await failures
      .getByRole('link', { name: /^Line \d+$/ })
      .first()
      .click();
    await expect.poll(() => at.page.url()).toMatch(/\/logs.*#L\d+$/);
    // The table is one choice away, and so is the way back.
    await at.page.goBack();
    const choice = at.page.getByRole('radiogroup', { name: `${things === 'runs' ? 'Runs' : 'Trials'} as` });
    await choice.getByRole('radio', { name: 'Table' }).check();
    await seen(at.page.getByRole('grid'));
    await gone(failures);
    await choice.getByRole('radio', { name: 'Failures and efficiency' }).check();
    await seen(failures);
  },
);
