import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentsRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  createTrialRoute,
  getExperimentTrialsRoute,
  patchTrialRoute,
  reportTrialProgressRoute,
  startTrialRoute,
} from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import type { TaskSpec } from '@determined/launchers/launcher.ts';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { wholeRow } from '../support/whole-row.ts';

// What tables and heads of pages say, at first sight and after a while.
const machines = new ScriptedLauncher([8]);
const at = consoleTest({ launcher: machines });
const list = '/projects/1/experiments';
/** With what an experiment has come to. */
const results = `${list}?columns=id,name,description,state,curve,searcherMetricsVal,numTrials,duration,startTime,user,searcherType,tags,forkedFrom,resourcePool,checkpointSize`;

interface Made {
  activate?: boolean;
  unmanaged?: boolean;
  parentId?: number;
  projectId?: number;
}

async function create(name: string, searcher: string, made: Made = {}): Promise<number> {
  const config = `{name: ${name}, entrypoint: python3 train.py, searcher: {metric: loss, ${searcher}}, resources: {slots_per_trial: 0}, hyperparameters: {rate: {type: double, minval: 0, maxval: 1, count: 4}}, max_restarts: 0}`;
  const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, { config, activate: true, ...made });
  return experiment?.id ?? 0;
}

const trialsOf = async (experimentId: number) =>
  (await at.cluster.admin.client.call(getExperimentTrialsRoute, { experimentId, limit: 0 })).trials.map(({ id }) => id);

/** The running task of an experiment's newest trial. */
function running(experimentId: number, after?: TaskSpec): Promise<TaskSpec> {
  return eventually('its task runs', () =>
    machines
      .running()
      .find(
        (task) =>
          task.environment.DET_EXPERIMENT_ID === String(experimentId) && task.allocationId !== after?.allocationId,
      ),
  );
}
const trialOf = (task: TaskSpec) => Number(task.environment.DET_TRIAL_ID);

async function report(trialId: number, values: readonly (number | 'NaN')[], { metric = 'loss', trialRunId = 1 } = {}) {
  for (const [index, value] of values.entries()) {
    const metrics = { trialId, trialRunId, stepsCompleted: index + 1, metrics: { avgMetrics: { [metric]: value } } };
    await at.cluster.admin.client.call(reportTrialMetricsRoute, { group: 'validation', metrics });
  }
}

const main = () => at.page.getByRole('main');
const grid = () => at.page.getByRole('grid', { name: 'Experiments' });
const head = (name: string) => grid().getByRole('columnheader', { name, exact: true });
const row = (name: string) => grid().getByRole('row').filter({ hasText: name });

describe('ids', () => {
  /** How often the page shows a number, and where one of them is cut off by the box it stands in. */
  const shown = (id: number) =>
    main().evaluate((root, text) => {
      const found = { times: 0, cut: [] as string[] };
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.textContent?.includes(text)) continue;
        found.times += 1;
        const range = document.createRange();
        range.selectNodeContents(node);
        const { left, right } = range.getBoundingClientRect();
        for (let box = node.parentElement; box && !box.matches('[role="row"], li'); box = box.parentElement) {
          // Beyond its own cell it lies below the next one.
          if (getComputedStyle(box).overflowX === 'visible' && !box.matches('[role="gridcell"], td')) continue;
          const edges = box.getBoundingClientRect();
          // What stands at the right is cut at its left.
          if (right > edges.right + 0.5 || left < edges.left - 0.5) found.cut.push(node.textContent);
        }
      }
      return found;
    }, String(id));

  test('of four and of six digits are whole in every table, at 1440 and at 390 pixels', async () => {
    await at.visitor.signIn('/dashboard');
    for (const next of [1064, 888_888]) {
      for (const table of ['experiments', 'trials']) {
        await sql`select setval(pg_get_serial_sequence(${table}, 'id'), ${next}, false)`.execute(at.cluster.master.db);
      }
      const parent = await create('parent', 'name: random, max_trials: 2', { activate: false });
      const child = await create('child', 'name: random, max_trials: 2', { activate: false, parentId: parent });
      expect(parent).toBe(next);
      const [trial = 0] = await trialsOf(child);
      const pages: [path: string, ids: number[], least: number][] = [
        [list, [parent, child], 1],
        [`${list}?columns=id,name,forkedFrom`, [parent, child], 1],
        [`/experiments/${child}/trials`, [trial], 1],
        [`/experiments/${child}/visualization/learning-curve`, [trial], 1],
      ];
      for (const width of [1440, 390]) {
        await at.page.setViewportSize({ width, height: 900 });
        for (const [path, ids, least] of pages) {
          await at.visitor.open(path);
          for (const id of ids) {
            const where = `${id} at ${width}: ${path}`;
            await expect.poll(async () => (await shown(id)).times, { message: where }).toBeGreaterThanOrEqual(least);
            expect((await shown(id)).cut, where).toEqual([]);
          }
        }
      }
    }
  });
});

test('the share that is done does not fall when a search begins its next trial: in the table, on Home, on its page', async () => {
  await at.visitor.signIn('/dashboard');
  for (const searcher of ['name: random, max_trials: 4', 'name: grid']) {
    const name = searcher.includes('grid') ? 'goes on by grid' : 'goes on at random';
    const id = await create(name, `${searcher}, max_concurrent_trials: 1`);
    const first = await running(id);
    await at.cluster.admin.client.call(reportTrialProgressRoute, { trialId: trialOf(first), progress: 0.8 });
    const everywhere = async (share: string) => {
      await at.visitor.open(list);
      await seen(row(name).getByText(share, { exact: true }));
      await at.visitor.open('/dashboard');
      await seen(main().getByRole('row').filter({ hasText: name }).getByText(share, { exact: true }));
      await at.visitor.open(`/experiments/${id}`);
      await seen(main().getByRole('heading', { level: 1 }).locator('..').getByText(share, { exact: true }));
    };
    await everywhere('20 %');
    machines.end(first.allocationId, { exitCode: 0 });
    const second = await running(id, first);
    // Nothing has reported since: what stands there is of one trial, done.
    await everywhere('25 %');
    await at.cluster.admin.client.call(reportTrialProgressRoute, { trialId: trialOf(second), progress: 0.5 });
    await everywhere('37 %');
    await at.page.setViewportSize({ width: 390, height: 844 });
    await at.visitor.open(list);
    await seen(
      main()
        .getByRole('listitem')
        .filter({ hasText: name })
        .getByText(/ 37 % · /),
    );
    await at.page.setViewportSize({ width: 1440, height: 900 });
    await at.cluster.admin.client.call(killExperimentRoute, { id });
  }
});

test('a curve in a row has its first value, a cross at what was no number, and all of a spike’s neighbours', async () => {
  const made: Record<string, (number | 'NaN')[]> = {
    'falls at first': [9, 1, 1, 1, 1],
    'breaks off': [3, 2, 'NaN', 'NaN', 'NaN'],
    'was never well': [1, 'NaN', 'NaN'],
    spikes: [...Array.from({ length: 18 }, (_, i) => 2 - i / 10), 1e6, 0.1],
  };
  for (const [name, values] of Object.entries(made)) {
    const id = await create(name, 'name: single');
    await report(trialOf(await running(id)), values);
  }
  await at.visitor.signIn(list);
  for (const [path, one] of [
    [results, row],
    ['/dashboard', (name: string) => main().getByRole('row').filter({ hasText: name })],
  ] as const) {
    await at.visitor.open(path);
    const curve = async (name: string) => (await wholeRow(one(name))).locator('svg[data-tone]');
    const points = async (name: string) => {
      const drawn = (await (await curve(name)).locator('path:not([data-broken])').getAttribute('d')) ?? '';
      return [...drawn.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => ({ x: Number(x), y: Number(y) }));
    };
    await seen(await curve('falls at first'));
    const [first, second] = await points('falls at first');
    expect((second?.y ?? 0) - (first?.y ?? 0), path).toBeGreaterThan(10);
    expect(await (await curve('breaks off')).locator('[data-broken]').count(), path).toBeGreaterThan(0);
    expect(await (await curve('was never well')).locator('[data-broken]').count(), path).toBeGreaterThan(0);
    const [start, , , middle] = await points('spikes');
    // The others keep the height: a spike that took it would leave them a flat line.
    expect((middle?.y ?? 0) - (start?.y ?? 0), path).toBeGreaterThan(1);
  }
});

describe('a head', () => {
  const box = async (name: string) => {
    const found = await head(name).boundingBox();
    if (!found) throw new Error(`There is no head ${name}`);
    return found;
  };
  const drag = async (from: number, y: number, by: number) => {
    await at.page.mouse.move(from, y);
    await at.page.mouse.down();
    await at.page.mouse.move(from + by, y, { steps: 4 });
    await at.page.mouse.up();
  };

  test('is made wider by the whole of its handle, next to pinned heads too, wherever the others are scrolled to', async () => {
    await create('sized', 'name: single', { activate: false });
    await at.visitor.signIn(results);
    await at.page.setViewportSize({ width: 960, height: 800 });
    await seen(row('sized'));
    for (const scrolled of [0, 37]) {
      await grid().evaluate((element, left) => element.scrollTo({ left }), scrolled);
      // The last pinned head: half of its handle stands over the one that scrolls below it.
      for (const from of [-3, 2]) {
        const before = await box('Description');
        await drag(before.x + before.width + from, before.y + 14, 30);
        await expect.poll(async () => Math.round((await box('Description')).width)).toBe(Math.round(before.width) + 30);
      }
    }
    // The last that scrolls, beside the one that is pinned at the end.
    await grid().evaluate((element) => element.scrollTo({ left: element.scrollWidth }));
    await seen(head('Checkpoint size'));
    const before = await box('Checkpoint size');
    await drag(before.x + before.width - 3, before.y + 14, -20);
    await expect.poll(async () => Math.round((await box('Checkpoint size')).width)).toBe(Math.round(before.width) - 20);
  });

  test('that scrolls goes below the pinned ones at both ends', async () => {
    await create('covered', 'name: single', { activate: false });
    await at.visitor.signIn(results);
    await at.page.setViewportSize({ width: 960, height: 800 });
    await seen(row('covered'));
    for (const scrolled of [0, 61, 173]) {
      await grid().evaluate((element, left) => element.scrollTo({ left }), scrolled);
      for (const name of ['Actions', 'Description']) {
        const { x, y, width, height } = await box(name);
        const there = await at.page.evaluate(
          ([left, top]) => document.elementFromPoint(left ?? 0, top ?? 0)?.closest('[role=columnheader]')?.ariaLabel,
          [x + width / 2, y + height / 2],
        );
        expect(there, `${name} at ${scrolled}`).toBe(name);
      }
    }
  });
});

test('the tab of a project counts what its table lists, with archived ones or without', async () => {
  const { client } = at.cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Counted' });
  const projectId = (await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'counted' })).project
    ?.id;
  for (const name of ['stays', 'is put away']) await create(name, 'name: single', { activate: false, projectId });
  const [, away = 0] = (await client.call(getExperimentsRoute, { projectId, sortBy: 'SORT_BY_ID' })).experiments.map(
    ({ id }) => id,
  );
  await client.call(killExperimentRoute, { id: away });
  await eventually('it is archived', async () => {
    await client.call(archiveExperimentRoute, { id: away });
    return true;
  });
  await at.visitor.signIn(`/projects/${projectId}/experiments`);
  const counts = () => at.page.getByRole('navigation', { name: 'counted' }).getByRole('link').first().textContent();
  await seen(main().getByText('1–1 of 1', { exact: true }));
  expect(await counts()).toMatch(/^Experiments\s*1$/);
  await main().getByRole('switch', { name: 'Show Archived' }).check();
  await seen(main().getByText('1–2 of 2', { exact: true }));
  await expect.poll(counts).toMatch(/^Experiments\s*2$/);
});

test('an experiment that was paused or archived by mistake goes on by Undo', async () => {
  const id = await create('mistaken', 'name: single');
  const task = await running(id);
  await at.visitor.signIn(`/experiments/${id}`);
  const state = main().getByRole('heading', { level: 1 }).locator('..');
  const undo = (said: string) =>
    at.page.getByRole('status').filter({ hasText: said }).getByRole('button', { name: 'Undo' }).click();
  await at.page.getByRole('button', { name: 'Pause', exact: true }).click();
  await seen(state.getByText('Paused'));
  await undo('Paused mistaken');
  await gone(state.getByText('Paused'));
  await seen(at.page.getByRole('button', { name: 'Pause', exact: true }));
  machines.end((await running(id, task)).allocationId, { exitCode: 0 });
  await seen(state.getByText('Completed'));
  await at.page.getByRole('button', { name: 'Actions of mistaken' }).click();
  await at.page.getByRole('menuitem', { name: 'Archive' }).click();
  await seen(state.getByText('Archived'));
  await undo('Archived mistaken');
  await gone(state.getByText('Archived'));
});

describe('of a detached job that named no metric', () => {
  const detached = async (name: string, searcher: string) => {
    const { client } = at.cluster.admin;
    // As the client sends it.
    const config = `{name: ${name}, searcher: {metric: unmanaged, ${searcher}}}`;
    const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true, activate: true });
    const experimentId = experiment?.id ?? 0;
    const { trial } = await client.call(createTrialRoute, { experimentId, unmanaged: true, hparams: {} });
    await report(trial?.id ?? 0, [0.5, 0.25, 0.75], { metric: 'val_loss', trialRunId: 0 });
    return { experimentId, trialId: trial?.id ?? 0 };
  };

  test('pages tell the metric that it reports, and say what it is in one way', async () => {
    await at.visitor.signIn('/dashboard');
    for (const [name, searcher] of [
      ['detached', 'name: single'],
      ['detached search', 'name: random, max_trials: 1'],
    ] as const) {
      const { experimentId, trialId } = await detached(name, searcher);
      const own = `/experiments/${experimentId}/trials/${trialId}/overview`;
      for (const path of [`/experiments/${experimentId}`, own]) {
        await at.visitor.open(path);
        await seen(main().getByText('Best val_loss', { exact: true }));
        await seen(main().getByRole('term').filter({ hasText: 'Best val_loss' }).locator('..').getByText('0.250000'));
        const badge = main().getByRole('heading', { level: 1 }).locator('..').getByText('Unmanaged', { exact: true });
        await badge.hover();
        await seen(at.page.getByRole('tooltip').getByText('Started outside of the cluster, in detached mode'));
        await seen(main().getByRole('img', { name: /val_loss from 0\.25/ }));
        expect(await main().getByText('unmanaged').allInnerTexts(), path).toEqual(['Unmanaged']);
      }
    }
    await at.visitor.open(`${list}?size=20`);
    await seen(row('detached search').getByText('Unmanaged', { exact: true }));
    expect(await grid().getByRole('columnheader', { name: 'unmanaged' }).count()).toBe(0);
  });
});

test('detached work of which nothing was heard is shown as registered, not running, until its process speaks', async () => {
  const { client } = at.cluster.admin;
  const { db } = at.cluster.master;
  const config = '{name: registered, searcher: {name: single, metric: loss}}';
  const { experiment } = await client.call(createExperimentRoute, { config, unmanaged: true, activate: true });
  const experimentId = experiment?.id ?? 0;
  const { trial } = await client.call(createTrialRoute, { experimentId, unmanaged: true, hparams: {} });
  const trialId = trial?.id ?? 0;
  await client.call(startTrialRoute, { trialId, resume: true });
  const began = new Date(Date.now() - 40_000).toISOString();
  await db.updateTable('state_changes').set({ at: began }).where('trial_id', '=', trialId).execute();
  await db.updateTable('trials').set({ last_activity: began }).where('id', '=', trialId).execute();
  await at.visitor.signIn('/dashboard');
  const badge = (text: string) =>
    at.page.getByRole('main').getByRole('heading', { level: 1 }).locator('..').getByText(text, { exact: true });
  const pages = [`/experiments/${experimentId}`, `/experiments/${experimentId}/trials/${trialId}/overview`];
  for (const page of pages) {
    await at.visitor.open(page);
    await seen(badge('Registered, not running'));
    expect(await badge('Running').count()).toBe(0);
  }
  await client.call(patchTrialRoute, { trialId });
  for (const page of pages) {
    await at.visitor.open(page);
    await seen(badge('Running'));
    await gone(badge('Registered, not running'));
  }
});

test('what the wire says to programs is not shown to readers, in a log neither', async () => {
  const id = await create('unread', 'name: single');
  await running(id);
  const words = 'rpc error: code = Internal desc = lines are not to be had';
  await at.page.addInitScript((error) => {
    const answered = fetch;
    window.fetch = async (input, more) =>
      String(input instanceof Request ? input.url : input).includes('/log-lines')
        ? new Response(JSON.stringify({ error: { code: 13, reason: 'Internal', error } }), { status: 500 })
        : answered(input, more);
  }, words);
  await at.visitor.signIn(`/experiments/${id}/logs`);
  await seen(main().getByRole('alert').getByText('Lines are not to be had', { exact: true }));
});
