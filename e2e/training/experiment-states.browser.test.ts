import { createClient } from '@determined/contract/client.ts';
import { postAllocationLogsRoute } from '@determined/contract/tasks/ext-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// What pages of experiments and trials say while there is little or nothing to show.
const machines = new ScriptedLauncher([8]);
const place = consoleTest({ launcher: machines });

interface Made {
  activate?: boolean;
  unmanaged?: boolean;
  retentionDays?: number;
  /** The searcher's. */
  metric?: string;
  slots?: number;
}

async function create(searcher: string, made: Made = {}) {
  const { activate = true, unmanaged = false, retentionDays = -1, metric = 'loss', slots = 0 } = made;
  const config = `
name: states
entrypoint: python3 train.py
searcher: {metric: ${metric}, ${searcher}}
hyperparameters: {rate: {type: log, base: 10, minval: -3, maxval: -1}}
resources: {slots_per_trial: ${slots}}
max_restarts: 0
retention_policy: {log_retention_days: ${retentionDays}}
`;
  const { client } = place.cluster.admin;
  const { experiment } = await client.call(createExperimentRoute, { config, activate, unmanaged });
  return experiment?.id ?? 0;
}

/** The running task of an experiment's only trial. */
function running(experimentId: number): Promise<TaskSpec> {
  const of = (task: TaskSpec) => task.environment.DET_EXPERIMENT_ID === String(experimentId);
  return eventually('its task runs', () => machines.running().find(of));
}

const trialOf = (task: TaskSpec) => Number(task.environment.DET_TRIAL_ID);
const asTask = ({ environment }: TaskSpec) =>
  createClient({ baseUrl: place.cluster.address, token: environment.DET_SESSION_TOKEN });

async function report(task: TaskSpec, losses: (number | 'NaN')[]): Promise<void> {
  const trialRunId = Number(task.environment.DET_TRIAL_RUN_ID);
  for (const [at, loss] of losses.entries()) {
    const metrics = { trialId: trialOf(task), trialRunId, stepsCompleted: at + 1, metrics: { avgMetrics: { loss } } };
    await asTask(task).call(reportTrialMetricsRoute, { group: 'validation', metrics });
  }
}

async function write(task: TaskSpec, offset: number, lines: string[]): Promise<void> {
  const reply = await place.cluster.fetch(postAllocationLogsRoute.path.replace('{allocationId}', task.allocationId), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    token: task.environment.DET_SESSION_TOKEN,
    body: JSON.stringify({
      containerId: 'box',
      agentId: 'node-1',
      offset,
      lines: lines.map((log) => ({ timestamp: new Date().toISOString(), stdtype: 'stdout', level: 'INFO', log })),
    }),
  });
  expect(reply.status).toBe(200);
}

const curve = (id: number) => `/experiments/${id}/visualization/learning-curve`;
const says = (words: string) => seen(place.page.getByRole('main').getByText(words, { exact: true }));

describe('a learning curve with nothing to show', () => {
  test('[VIZ-013, VIZ-014] asks for patience while the experiment goes on', async () => {
    await place.visitor.signIn(curve(await create('name: random, max_trials: 2')));
    await says('Not enough data points to plot.');
    await seen(place.page.getByRole('status').getByText('Please wait until the experiment is further along.'));
  });

  test('[VIZ-012] has no data of an experiment that is paused', async () => {
    await place.visitor.signIn(curve(await create('name: random, max_trials: 2', { activate: false })));
    await says('No data to plot.');
  });

  test('[VIZ-010] has no data of an experiment in error', async () => {
    const id = await create('name: random, max_trials: 1');
    machines.end((await running(id)).allocationId, { exitCode: 1 });
    await place.visitor.signIn(curve(id));
    await says('No data to plot.');
    await seen(place.page.getByRole('main').getByText('Errored').first());
  });
});

test('[VIZ-041] a long name of a metric is cut at 30 characters where it is a label', async () => {
  const [long, short] = ['m'.repeat(31), 'n'.repeat(30)];
  const label = `${'m'.repeat(29)}…`;
  const id = await create('name: random, max_trials: 1', { metric: long });
  const task = await running(id);
  const trialRunId = Number(task.environment.DET_TRIAL_RUN_ID);
  const metrics = {
    trialId: trialOf(task),
    trialRunId,
    stepsCompleted: 1,
    metrics: { avgMetrics: { [long]: 1, [short]: 2 } },
  };
  await asTask(task).call(reportTrialMetricsRoute, { group: 'validation', metrics });
  await place.visitor.signIn(curve(id));
  await seen(place.page.getByRole('heading', { level: 2, name: label, exact: true }));
  await place.page.getByRole('button', { name: `Metric: ${label} (validation)` }).click();
  const options = place.page.getByRole('menu').getByRole('menuitemradio');
  await expect
    .poll(async () => (await options.allTextContents()).toSorted())
    .toEqual([`${label} (validation)`, `${short} (validation)`]);
  await place.page.keyboard.press('Escape');
  await place.visitor.open('/projects/1/experiments');
  const heads = place.page.getByRole('grid', { name: 'Experiments' }).getByRole('columnheader');
  await seen(heads.first());
  expect((await heads.allTextContents()).filter((words) => words.length > 30)).toEqual([]);
});

test('a searcher’s metric that is not reported is said on the page, with those that are', async () => {
  await place.visitor.signIn('/dashboard');
  for (const searcher of ['name: random, max_trials: 1', 'name: single']) {
    const id = await create(searcher, { metric: 'los' });
    await report(await running(id), [2, 1]);
    await place.visitor.open(`/experiments/${id}`);
    await seen(
      place.page
        .getByRole('main')
        .getByRole('status')
        .filter({ hasText: /\blos\b.*\bloss\b/ }),
    );
  }
});

test('what waits in the queue is neither called running nor counted as time', async () => {
  const taken = await create('name: single', { slots: 8 });
  const task = await running(taken);
  const id = await create('name: random, max_trials: 2, max_concurrent_trials: 2', { slots: 4 });
  await place.visitor.signIn(`/experiments/${id}`);
  const figures = place.page.getByRole('main').locator('dl').first();
  await seen(figures.getByText('of 2, 2 queued'));
  expect(await figures.textContent()).toMatch(/Duration—/);
  await place.visitor.open(`/experiments/${taken}`);
  await eventually('what runs has run for some time', async () =>
    /Duration\d+ s/.test((await figures.textContent()) ?? ''),
  );
  machines.end(task.allocationId, { exitCode: 0 });
  await place.visitor.open(`/experiments/${id}`);
  await seen(figures.getByText('of 2, 2 running'));
});

test('while the server is away a state is the one last seen, and no log is followed', async () => {
  const id = await create('name: single');
  await write(await running(id), 0, ['a line']);
  await place.visitor.signIn(`/experiments/${id}/logs`);
  await seen(place.page.getByText('Following', { exact: true }));
  const badge = place.page.getByRole('heading', { level: 1 }).locator('..');
  expect(await badge.textContent()).not.toContain('Last seen');
  await place.page.context().setOffline(true);
  await seen(badge.getByText('Last seen:'));
  await gone(place.page.getByText('Following', { exact: true }));
  await place.page.context().setOffline(false);
  await gone(badge.getByText('Last seen:'));
  await seen(place.page.getByText('Following', { exact: true }));
});

test('the learning curve says which values were not finite, and of how many trials it is', async () => {
  const id = await create('name: random, max_trials: 1');
  await report(await running(id), [3, 'NaN', 'NaN', 1]);
  await place.visitor.signIn(`/experiments/${id}?scale=log`);
  await seen(place.page.getByRole('img', { name: /^1 trial; loss from 1 to 3.* 2 values are not finite\.$/ }));
  // The address of the default tab has kept the query.
  expect(await place.page.getByRole('radio', { name: 'Log' }).isChecked()).toBe(true);
});

test('[EXP-023] an experiment of one trial waits for it', async () => {
  await place.visitor.signIn(`/experiments/${await create('name: single', { unmanaged: true })}`);
  await seen(place.page.getByRole('status').getByText('Waiting for trial(s)...').first());
});

test('a trial is shown at its own address only', async () => {
  const [one, other] = [await create('name: random, max_trials: 1'), await create('name: random, max_trials: 1')];
  const trial = trialOf(await running(one));
  await place.visitor.signIn(`/experiments/${other}/trials/${trial}/metrics?x=time`);
  await place.visitor.pageNamed(`Trial ${trial}`);
  await eventually(
    'the right address',
    () => place.visitor.place === `/experiments/${one}/trials/${trial}/metrics?x=time`,
  );
});

describe('workloads', () => {
  const workloads = () => place.page.getByRole('region', { name: 'Workloads' });
  const cells = (row: Locator) => row.getByRole('gridcell').allInnerTexts();

  test('[TRIAL-044] are filtered by what they have', async () => {
    const id = await create('name: single');
    await report(await running(id), [2, 1]);
    await place.visitor.signIn(`/experiments/${id}/overview`);
    await workloads().getByRole('button', { name: 'Show: Has Checkpoint or Validation' }).click();
    const options = place.page.getByRole('menu').getByText(/\w/);
    expect(await options.allInnerTexts()).toEqual([
      'All',
      'Has Checkpoint',
      'Has Checkpoint or Validation',
      'Has Validation',
    ]);
    await place.page.getByRole('menu').getByText('Has Checkpoint', { exact: true }).click();
    await seen(workloads().getByText('No workloads yet'));
    expect(place.visitor.place).toContain('show=checkpoint');
  });

  test('have batches, kind, the searcher’s metric and their time; the address has order and page', async () => {
    const id = await create('name: single');
    await report(await running(id), [0.5, 0.25, 0.75]);
    await place.visitor.signIn(`/experiments/${id}/overview`);
    const rows = workloads().getByRole('row');
    await seen(rows.nth(3).getByText('Validation'));
    const [first = [], second = [], third = []] = await Promise.all([1, 2, 3].map((at) => cells(rows.nth(at))));
    expect([first, second, third].map(([batches, what, value]) => [batches, what, value])).toEqual([
      ['3', 'Validation', '0.750000'],
      ['2', 'Validation', '0.250000'],
      ['1', 'Validation', '0.500000'],
    ]);
    expect(first[4]).toMatch(/now|second|ago/i);
    await workloads().getByRole('columnheader', { name: 'loss' }).click();
    await eventually('the smallest comes first', async () => (await cells(rows.nth(1)))[2] === '0.250000');
    expect(place.visitor.place).toContain('sort=metric');
    await workloads().getByLabel('Rows per page').selectOption('20');
    await eventually('the address has the size', () => place.visitor.place.includes('size=20'));
  });
});

describe('a log', () => {
  test('[LOGS-001] is previewed by its latest 100 lines', async () => {
    const id = await create('name: single');
    await write(
      await running(id),
      0,
      Array.from({ length: 150 }, (_, i) => `line ${i + 1} of 150`),
    );
    await place.visitor.signIn(`/experiments/${id}/hyperparameters`);
    const preview = place.page.locator('pre');
    await seen(preview.getByText('line 150 of 150'));
    // Lines of the platform's own may stand among them.
    expect(await preview.locator('span').count()).toBe(100);
  });

  test('[EXP-022] says on its tab how long it is kept', async () => {
    const id = await create('name: single', { retentionDays: 30 });
    machines.end((await running(id)).allocationId, { exitCode: 0 });
    await place.visitor.signIn(`/experiments/${id}/overview`);
    await seen(place.page.getByRole('link', { name: /^Logs (29|30) days left$/ }));
  });

  test('stays where lines are being selected, until it is followed again', async () => {
    const id = await create('name: single');
    const task = await running(id);
    const lines = (from: number) => Array.from({ length: 200 }, (_, i) => `line ${from + i}.`);
    await write(task, 0, lines(1));
    await place.visitor.signIn(`/experiments/${id}/logs`);
    const log = place.page.getByRole('log');
    await log.getByText('line 200.').dblclick();
    await seen(place.page.getByText('Follow paused by selecting'));
    await write(task, 200, lines(201));
    await seen(place.page.getByText('200 new lines'));
    await seen(log.getByText('line 200.'));
    expect(await place.page.evaluate(() => String(document.getSelection()).length)).toBeGreaterThan(0);
    await place.page.getByRole('button', { name: 'Follow' }).click();
    await seen(log.getByText('line 400.'));
  });

  test('wraps its lines around the reader, who stays where he was', async () => {
    const id = await create('name: single');
    const task = await running(id);
    for (let from = 0; from < 6000; from += 1000) {
      await write(
        task,
        from,
        Array.from({ length: 1000 }, (_, i) => `line ${from + i + 1}. ${'word '.repeat(i % 60)}`),
      );
    }
    await place.visitor.signIn(`/experiments/${id}/logs`);
    const log = place.page.getByRole('log');
    await seen(log.getByText('line 6000.'));
    /** The number of the first line in sight. */
    const first = () =>
      log.evaluate((box) => {
        const top = box.getBoundingClientRect().top;
        const rows = [...box.querySelectorAll('[data-level]')];
        const seen = rows.filter((row) => row.getBoundingClientRect().bottom > top + 1);
        return Math.min(
          ...seen.map((row) => Number(/line (\d+)\./.exec(row.textContent ?? '')?.[1] ?? Number.POSITIVE_INFINITY)),
        );
      });
    await log.evaluate((box) => {
      box.scrollTop = 20 * 1500;
    });
    await eventually('the reader is far above the end', async () => (await first()) < 2000);
    const before = await first();
    for (const turn of ['on', 'off']) {
      await place.page.getByRole('button', { name: 'Wrap lines' }).click();
      await eventually('the address has it', () => place.visitor.place.includes(`wrap=${turn}`));
      // The routes' own restoring of scroll positions comes after the change.
      await place.page.waitForLoadState('networkidle');
      await eventually('the same lines are in sight', async () => Math.abs((await first()) - before) <= 2);
    }
  });

  test('is followed to its last line when the trial ends', async () => {
    const id = await create('name: single');
    const task = await running(id);
    await write(task, 0, ['the first line']);
    await place.visitor.signIn(`/experiments/${id}/logs`);
    await seen(place.page.getByRole('log').getByText('the first line'));
    await write(task, 1, ['the last word of the program']);
    machines.end(task.allocationId, { exitCode: 0 });
    await seen(place.page.getByRole('log').getByText('the last word of the program'));
    await seen(
      place.page.getByRole('log').getByText(/Trial \d+ \(Experiment \d+\) completed: resources exited successfully/),
    );
  });
});
