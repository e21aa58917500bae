import { readFile } from 'node:fs/promises';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { quietPace, seedScenario } from '@determined/dev-cluster/seed-scenario.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

// The scenario's experiments, in the project Digits of the workspace Vision.
const BASELINE = 1;
const RANDOM = 2;
const FAILED = 3;
const LIVE_SEARCH = 4;
const LIVE_SINGLE = 5;
const DIGITS = 2;

const machines = new ScriptedLauncher([8, 8]);
const at = consoleTest({ launcher: machines });
const training = new AbortController();
beforeAll(async () => {
  await seedScenario(at.cluster, machines, training.signal, { ...quietPace, epochMs: 2_000 });
  for (const id of [BASELINE, RANDOM, FAILED]) await hasEnded(id);
});
afterAll(() => training.abort());

async function hasEnded(id: number): Promise<void> {
  const ended = async () => ['STATE_COMPLETED', 'STATE_ERROR'].includes(await stateOf(id));
  await eventually(`experiment ${id} has ended`, ended, 120_000);
}

async function stateOf(id: number): Promise<string> {
  const reply = await at.cluster.fetch(`/api/v1/experiments/${id}`, { token: at.cluster.admin.token });
  const { experiment } = (await reply.json()) as { experiment: { state: string } };
  return experiment.state;
}

const notFound = () => seen(at.visitor.page.getByRole('heading', { name: "Page not found or you don't have access" }));
const tab = (name: string | RegExp) =>
  at.visitor.page.getByRole('main').getByRole('navigation').getByRole('link', { name });

describe('a project', () => {
  test('[PROJ-004, PROJ-008, SHELL-012, EXPLIST-053] lists its experiments, newest first', async () => {
    await at.visitor.signIn(`/projects/${DIGITS}`);
    const { page } = at.visitor;
    const grid = page.getByRole('grid', { name: 'Experiments' });
    await seen(grid.getByRole('link', { name: 'digits baseline' }));
    expect(at.visitor.place).toBe(`/projects/${DIGITS}/experiments`);
    expect(await page.title()).toMatch(/^Project Details/);
    await seen(page.getByRole('navigation', { name: 'Digits' }).getByRole('link', { name: /^Experiments/ }));
    expect(await grid.getByRole('columnheader', { name: 'ID', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const ids = await grid.getByRole('row').locator('[data-c="1"]').allInnerTexts();
    expect(ids.slice(1)).toEqual(['5', '4', '3', '2', '1']);
    expect(await grid.getAttribute('aria-rowcount')).toBe('6');
  });

  test('[EXPLIST-050, EXPLIST-051] shows 20 rows a page, or 40, or 80', async () => {
    await at.visitor.signIn(`/projects/${DIGITS}/experiments`);
    const size = at.visitor.page.getByLabel('Rows per page');
    await seen(size);
    expect(await size.inputValue()).toBe('20');
    const offered = await size.locator('option').allInnerTexts();
    expect(offered.filter((text) => text !== 'Endless')).toEqual(['20', '40', '80']);
    await size.selectOption('40');
    await eventually('the address holds it', () => at.visitor.place.includes('size=40'));
  });

  test('sorts by a click on a head, in the address, and opens a row by key', async () => {
    await at.visitor.signIn(`/projects/${DIGITS}/experiments`);
    const { page } = at.visitor;
    const grid = page.getByRole('grid', { name: 'Experiments' });
    await grid.getByRole('columnheader', { name: 'Name', exact: true }).click();
    await eventually('the address holds it', () => at.visitor.place.includes('sort=name'));
    const first = grid.getByRole('row').nth(1);
    await seen(first.getByRole('link', { name: 'digits baseline' }));
    await first.getByRole('gridcell').nth(1).focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await at.visitor.pageNamed('digits baseline');
  });

  test('the address names the columns, metrics and hyperparameters among them, and a head sorts by one, the best first', async () => {
    const columns = 'state,hp.learning_rate,validation.accuracy.last,searcherMetricsVal';
    await at.visitor.signIn(`/projects/${DIGITS}/experiments?columns=${columns}`);
    const { page } = at.visitor;
    const grid = page.getByRole('grid', { name: 'Experiments' });
    await seen(grid.getByRole('link', { name: 'digits baseline' }));
    const heads = ['', 'Name', 'State', 'learning_rate', 'validation.accuracy.last', 'validation_loss', 'Actions'];
    await expect.poll(() => grid.getByRole('columnheader').allInnerTexts()).toEqual(heads);
    const row = grid.getByRole('row').filter({ hasText: 'digits baseline' });
    const [, , , rate, accuracy, loss] = await row.getByRole('gridcell').allInnerTexts();
    expect(rate).toBe('0.001 – 0.1');
    for (const value of [accuracy, loss]) expect(Number(value)).toBeGreaterThan(0);
    await grid.getByRole('columnheader', { name: 'validation_loss' }).click();
    await eventually('the address holds both', () => {
      const search = new URL(page.url()).searchParams;
      return search.get('sort') === 'searcherMetricsVal=asc' && search.get('columns') === columns;
    });
    await expect
      .poll(async () => {
        const shown = await grid.getByRole('row').locator('[data-c="5"]').allInnerTexts();
        const values = shown.map(Number).filter((value) => value > 0);
        return values.length > 2 && values.join() === values.toSorted((left, right) => left - right).join();
      })
      .toBe(true);
  });

  test('[EXPLIST-015] a list that cannot be read says so, and Retry reads it again', async () => {
    const { page } = at.visitor;
    await page.clock.install();
    // No database keeps a text with this character in it, so the server refuses the read.
    at.visitor.mayBeRefused.push(/columns=hp\.a%00b/);
    await at.visitor.signIn(`/projects/${DIGITS}/experiments?columns=hp.a%00b`);
    await seen(page.getByText('Failed to Load Data'));
    // Nothing is read by itself while the clock stands.
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.waitForLoadState('networkidle');
    const reads = page.waitForResponse((response) => response.url().includes('/experiment-rows'));
    await page.getByRole('button', { name: 'Retry' }).click();
    expect((await reads).status()).toBe(400);
    await page.clock.resume();
    await seen(page.getByText('Failed to Load Data'));
    await at.visitor.open(`/projects/${DIGITS}/experiments`);
    await seen(page.getByRole('grid', { name: 'Experiments' }).getByRole('link', { name: 'digits baseline' }));
    expect(await page.getByText('Failed to Load Data').count()).toBe(0);
  });

  test('[EXPLIST-043] no column gets narrower than 40 pixels', async () => {
    await at.visitor.signIn(`/projects/${DIGITS}/experiments`);
    const { page } = at.visitor;
    const head = page.getByRole('columnheader', { name: 'Searcher', exact: true });
    const before = await head.boundingBox();
    if (!before) throw new Error('The head is not there');
    await page.mouse.move(before.x + before.width, before.y + 10);
    await page.mouse.down();
    await page.mouse.move(before.x - 200, before.y + 10, { steps: 4 });
    await page.mouse.up();
    await expect.poll(async () => Math.round((await head.boundingBox())?.width ?? 0)).toBe(40);
  });

  test('[SHELL-011, PROJ-001, PROJ-005] /projects is project 1, whose tab has no label', async () => {
    await at.visitor.signIn('/projects');
    await at.visitor.pageNamed('Uncategorized Experiments');
    expect(at.visitor.place).toBe('/projects/1/experiments');
    expect(await at.visitor.page.getByRole('link', { name: /^Experiments/ }).count()).toBe(0);
  });

  test('[PROJ-009] that cannot be says so', async () => {
    await at.visitor.signIn('/projects/abc');
    await seen(at.visitor.page.getByText('Invalid Project ID abc'));
  });

  test('[PROJ-012] that is not there, or not for this reader, is not found', async () => {
    await at.visitor.signIn('/projects/9999/experiments');
    await notFound();
    // Forbidden: what the server says to whom it does not hide that there is such a project.
    await at.visitor.page.addInitScript({
      content: `const answered = fetch;
        fetch = async (input, more) => /\\/api\\/v1\\/projects\\/${DIGITS}$/.test(String(input.url ?? input))
          ? new Response('{"error": {"code": 7, "reason": "PermissionDenied", "error": "access denied"}}', { status: 403 })
          : answered(input, more);`,
    });
    await at.visitor.open(`/projects/${DIGITS}/experiments`);
    await notFound();
  });
});

describe('an experiment', () => {
  test('[EXP-001, EXP-003] that cannot be says so', async () => {
    await at.visitor.signIn('/experiments/abc');
    await seen(at.visitor.page.getByText('Invalid Experiment ID abc'));
    await at.visitor.open('/experiments/9999');
    await notFound();
  });

  test('[SHELL-013] has an address of its own, and one of each of its tabs', async () => {
    await at.visitor.signIn(`/experiments/${BASELINE}`);
    await at.visitor.pageNamed('digits baseline');
    const shows = {
      overview: () => at.visitor.page.getByRole('region', { name: 'Workloads' }),
      metrics: () => at.visitor.page.getByRole('radiogroup', { name: 'X-Axis' }),
      hyperparameters: () => at.visitor.page.getByRole('cell', { name: 'learning_rate' }),
      checkpoints: () => at.visitor.page.getByRole('grid', { name: /^Checkpoints of trial/ }),
      logs: () => at.visitor.page.getByRole('log'),
    };
    for (const [name, shown] of Object.entries(shows)) {
      await at.visitor.open(`/experiments/${BASELINE}/${name}`);
      await at.visitor.pageNamed('digits baseline');
      await seen(shown());
      expect(at.visitor.place).toBe(`/experiments/${BASELINE}/${name}`);
    }
  });

  test('[EXP-006, EXP-007, EXP-008] stands below its workspace and project', async () => {
    const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, {
      config: `{name: lonely, entrypoint: 'true', searcher: {name: single, metric: loss}}`,
      activate: false,
    });
    await at.visitor.signIn(`/experiments/${BASELINE}`);
    const crumbs = at.visitor.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem');
    await seen(crumbs.last());
    expect(await crumbs.allInnerTexts()).toEqual(['Vision', 'Digits', 'digits baseline']);
    await at.visitor.open(`/experiments/${experiment?.id}`);
    await at.visitor.pageNamed('lonely');
    expect(await crumbs.allInnerTexts()).toEqual(['Uncategorized Experiments', 'lonely']);
  });

  test('[EXP-009, EXP-013, VIZ-002, VIZ-003] of many trials opens on its learning curve', async () => {
    await at.visitor.signIn(`/experiments/${RANDOM}`);
    const curve = `/experiments/${RANDOM}/visualization/learning-curve`;
    await seen(at.visitor.page.getByRole('img', { name: /^8 trials; validation_loss from/ }));
    expect(at.visitor.place).toBe(curve);
    for (const wrong of ['nonsense', 'visualization/nonsense']) {
      const before = await at.visitor.page.evaluate(() => history.length);
      await at.visitor.open(`/experiments/${RANDOM}/${wrong}`);
      await expect.poll(() => at.visitor.place).toBe(curve);
      // It takes the place of the wrong one: Back does not lead to that.
      expect(await at.visitor.page.evaluate(() => history.length)).toBe(before + 1);
    }
  });

  test('[VIZ-026] draws on a linear or a log scale, and says the same in a table', async () => {
    await at.visitor.signIn(`/experiments/${RANDOM}`);
    const { page } = at.visitor;
    const scale = page.getByRole('radiogroup', { name: 'Scale of validation_loss' });
    await seen(scale.getByRole('radio', { name: 'Linear' }));
    expect(await scale.getByRole('radio').count()).toBe(2);
    await scale.getByRole('radio', { name: 'Log' }).check();
    await eventually('the address holds it', () => at.visitor.place.includes('scale=log'));
    await page.getByRole('button', { name: 'Show as table' }).click();
    expect(await page.getByRole('table').getByRole('row').count()).toBe(9);
  });

  test('a chart is read by key', async () => {
    await at.visitor.signIn(`/experiments/${RANDOM}`);
    const { page } = at.visitor;
    const chart = page.getByRole('img', { name: /^8 trials/ });
    await chart.focus();
    await page.keyboard.press('End');
    await seen(page.getByText('batch 1,000').first());
    await page.keyboard.press('Home');
    await seen(page.getByText('batch 100', { exact: false }).first());
  });

  test('[EXP-010, EXP-167, EXP-168, EXP-169] lists its trials, ten a page, by id descending', async () => {
    await at.visitor.signIn(`/experiments/${RANDOM}/trials`);
    const grid = at.visitor.page.getByRole('grid', { name: `Trials of experiment ${RANDOM}` });
    await seen(grid.getByRole('link').first());
    expect(await at.visitor.page.getByLabel('Rows per page').inputValue()).toBe('10');
    expect(await grid.getByRole('columnheader', { name: 'ID', exact: true }).getAttribute('aria-sort')).toBe(
      'descending',
    );
    const ids = (await grid.getByRole('row').locator('[data-c="0"]').allInnerTexts()).slice(1).map(Number);
    expect(ids).toHaveLength(8);
    expect(ids).toEqual(ids.toSorted((a, b) => b - a));
    expect(await grid.getAttribute('aria-colcount')).toBe('11');
    const names = ['State', 'Batches', 'Best Validation Metric', 'Latest Validation Metric', 'Log Retention Days'];
    for (const name of [...names, 'Started', 'Duration', 'Auto Restarts', 'Checkpoint', 'Checkpoint Size']) {
      await seen(grid.getByRole('columnheader', { name, exact: true }));
    }
  });

  test('[EXP-170] keeps how its table of trials was set: columns, widths, order, states, rows of a page and which page', async () => {
    const config =
      '{name: wide, entrypoint: x, hyperparameters: {}, searcher: {name: random, metric: loss, max_trials: 24, max_concurrent_trials: 24}}';
    const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, { config, activate: false });
    const id = experiment?.id ?? 0;
    await at.visitor.signIn(`/experiments/${id}/trials`);
    const { page } = at.visitor;
    const grid = page.getByRole('grid', { name: `Trials of experiment ${id}` });
    const head = (name: string) => grid.getByRole('columnheader', { name, exact: true });
    await seen(page.getByText('1–10 of 24'));
    const pick = async (menu: RegExp, ...items: string[]) => {
      await page.getByRole('button', { name: menu }).click();
      for (const item of items) await page.getByRole('menuitemcheckbox', { name: item, exact: true }).click();
      await page.keyboard.press('Escape');
    };
    const width = async () => Math.round((await head('Batches').boundingBox())?.width ?? 0);
    await pick(/^Columns/, 'Auto Restarts', 'Duration');
    await expect.poll(() => grid.getAttribute('aria-colcount')).toBe('9');
    await pick(/^State/, 'Completed');
    await seen(page.getByText('No trials in these states'));
    await pick(/^State/, 'Paused');
    await page.getByLabel('Rows per page').selectOption('20');
    await head('Batches').click();
    await expect.poll(() => head('Batches').getAttribute('aria-sort')).toBe('descending');
    const before = await width();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(width).toBeGreaterThan(before);
    const wide = await width();
    await page.getByRole('button', { name: 'Next page' }).click();
    await seen(page.getByText('21–24 of 24'));

    await at.visitor.open(`/experiments/${id}/trials`);
    await seen(page.getByText('21–24 of 24'));
    expect(await page.getByLabel('Rows per page').inputValue()).toBe('20');
    expect(await grid.getAttribute('aria-colcount')).toBe('9');
    expect(await head('Duration').count()).toBe(0);
    expect(await width()).toBe(wide);
    expect(await head('Batches').getAttribute('aria-sort')).toBe('descending');
    await seen(page.getByRole('button', { name: 'State: Paused, Completed' }));
    // Another list begins with its first page.
    await pick(/^State/, 'Completed');
    await seen(page.getByText('1–20 of 24'));
  });

  test('[EXP-014, EXP-016] of one trial shows that trial in tabs', async () => {
    await at.visitor.signIn(`/experiments/${BASELINE}`);
    const { page } = at.visitor;
    await seen(page.getByRole('img', { name: /validation_loss from/ }));
    expect(at.visitor.place).toBe(`/experiments/${BASELINE}/overview`);
    for (const name of ['Metrics', 'Hyperparameters', 'Checkpoints', 'Logs']) {
      await tab(new RegExp(`^${name}`)).click();
      await eventually(`the address is that of ${name}`, () => at.visitor.place.endsWith(`/${name.toLowerCase()}`));
    }
    await seen(page.getByText('epoch 10: loss'));
  });

  test('[VIZ-025] draws its metrics over batches, time or epochs', async () => {
    await at.visitor.signIn(`/experiments/${BASELINE}/metrics`);
    const { page } = at.visitor;
    const axis = page.getByRole('radiogroup', { name: 'X-Axis' });
    await seen(page.getByRole('img', { name: /^2 lines; loss from/ }));
    const read = async () => {
      await page.getByRole('img', { name: /^2 lines; loss from/ }).focus();
      await page.keyboard.press('End');
    };
    const ends = { Batches: 'batch 1,000', Time: /^20\d\d-\d\d-\d\d, \d\d:\d\d:\d\d$/, Epochs: 'epoch 10' };
    expect(await axis.getByText(/\w/).allTextContents()).toEqual(Object.keys(ends));
    for (const [name, last] of Object.entries(ends)) {
      await axis.getByRole('radio', { name }).check();
      await read();
      await seen(page.getByRole('figure').getByText(last, { exact: true }).first());
    }
    await axis.getByRole('radio', { name: 'Batches' }).check();
    // Smooth lines have what was reported below them.
    await page.getByRole('slider', { name: 'Smoothing' }).fill('0.6');
    await seen(page.getByText('Faint: as reported.').first());
    const loss = page.getByRole('figure').filter({ hasText: 'loss' }).first();
    await loss.getByRole('button', { name: /^Download/ }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: /CSV/ }).click(),
    ]);
    expect(await readFile(await file.path(), 'utf8')).toMatch(/1000,/);
    // All charts show the same half of the axis.
    await page.getByRole('button', { name: 'Zoom in' }).click();
    await seen(page.getByRole('button', { name: 'Zoom out' }));
  });

  test('[LOGS-002, LOGS-003] previews its log on other tabs; the preview leads to the newest line', async () => {
    await at.visitor.signIn(`/experiments/${BASELINE}/hyperparameters`);
    const { page } = at.visitor;
    await seen(page.getByText('epoch 10: loss'));
    await page.getByRole('link', { name: 'View logs' }).click();
    const log = page.getByRole('log');
    await seen(log.getByText('epoch 10: loss'));
    expect(await page.getByRole('link', { name: 'View logs' }).count()).toBe(0);
  });

  test('[EXP-050, EXP-080, EXP-083] that has ended has its state and nothing to stop', async () => {
    await at.visitor.signIn(`/experiments/${FAILED}`);
    await at.visitor.pageNamed('digits, wrong data');
    await seen(at.visitor.page.getByRole('main').getByText('Errored').first());
    for (const name of ['Pause', 'Activate', 'Stop']) {
      expect(await at.visitor.page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
  });

  test('[EXP-081, EXP-082] that runs is paused and goes on', async () => {
    await at.visitor.signIn(`/experiments/${LIVE_SEARCH}`);
    const { page } = at.visitor;
    await page.getByRole('button', { name: 'Pause', exact: true }).click();
    await seen(page.getByRole('button', { name: 'Activate', exact: true }));
    await eventually('the server paused it', async () => (await stateOf(LIVE_SEARCH)) === 'STATE_PAUSED');
    await page.getByRole('button', { name: 'Activate', exact: true }).click();
    await seen(page.getByRole('button', { name: 'Pause', exact: true }));
    await eventually('it runs again', async () => (await stateOf(LIVE_SEARCH)) === 'STATE_RUNNING');
  });

  test('[EXP-049, EXP-102, EXP-103] is stopped with a checkpoint, or killed after a warning', async () => {
    await at.visitor.signIn(`/experiments/${LIVE_SINGLE}`);
    const { page } = at.visitor;
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    const dialog = page.getByRole('alertdialog');
    await seen(dialog.getByText('Every trial saves a checkpoint first'));
    await dialog.getByRole('checkbox', { name: /Kill instead/ }).check();
    await seen(dialog.getByText('Progress on incomplete workflows is lost.'));
    await dialog.getByRole('button', { name: 'Kill Experiment' }).click();
    await seen(page.getByRole('main').getByText('Stopped').first());
    expect(await stateOf(LIVE_SINGLE)).toBe('STATE_CANCELED');
  });

  test('is archived, leaves the list and comes back to it', async () => {
    await at.visitor.signIn(`/experiments/${FAILED}`);
    const { page } = at.visitor;
    await page.getByRole('button', { name: 'Actions of digits, wrong data' }).click();
    await page.getByRole('menuitem', { name: 'Archive' }).click();
    await seen(page.getByRole('main').getByText('Archived'));
    await at.visitor.open(`/projects/${DIGITS}/experiments`);
    const grid = page.getByRole('grid', { name: 'Experiments' });
    await seen(grid.getByRole('link', { name: 'digits baseline' }));
    expect(await grid.getByRole('link', { name: 'digits, wrong data' }).count()).toBe(0);
    await page.getByText('Show Archived').click();
    await seen(grid.getByRole('link', { name: 'digits, wrong data' }));
  });
});

describe('a trial', () => {
  /** Ids of the random search's trials, in the experiment's order. */
  async function trials(): Promise<number[]> {
    const reply = await at.cluster.fetch(`/api/v1/experiments/${RANDOM}`, { token: at.cluster.admin.token });
    const { experiment } = (await reply.json()) as { experiment: { trialIds: number[] } };
    return experiment.trialIds;
  }

  test('[TRIAL-001, TRIAL-003, TRIAL-007] opens on its overview', async () => {
    const [first] = await trials();
    await at.visitor.signIn(`/trials/${first}`);
    await at.visitor.pageNamed(`Trial ${first}`);
    await eventually('the whole address', () => at.visitor.place === `/experiments/${RANDOM}/trials/${first}/overview`);
    await tab('Hyperparameters').click();
    await seen(at.visitor.page.getByRole('cell', { name: 'learning_rate' }));
    await tab(/^Logs/).click();
    await seen(at.visitor.page.getByRole('log').getByText('epoch 10: loss'));
  });

  test('[TRIAL-021] stands among the others of its search by its hyperparameters; a run by itself has their values alone', async () => {
    const ranked = { experimentId: RANDOM, sortBy: 'SORT_BY_BEST_VALIDATION_METRIC' } as const;
    const { trials } = await at.cluster.admin.client.call(getExperimentTrialsRoute, ranked);
    const { id: trialId = 0, hparams } = trials[3] ?? {};
    const path = `/experiments/${RANDOM}/trials/${trialId}/hyperparameters`;
    await at.visitor.signIn(path);
    const { page } = at.visitor;
    const chart = page.getByRole('img', { name: /^8 trials over \d+ axes: / });
    await seen(chart);
    // The line in question is this trial's.
    await chart.focus();
    await page.keyboard.press('ArrowRight');
    await seen(page.getByRole('figure').getByText(`trial ${trialId} `, { exact: false }).first());
    const rate = Object.keys(hparams ?? {})[0] ?? '';
    await seen(page.getByRole('region', { name: 'Hyperparameters' }).getByRole('cell', { name: rate, exact: true }));
    await at.visitor.open(`${path}?f_flat_runs=on`);
    await seen(page.getByRole('region', { name: 'Hyperparameters' }).getByRole('cell', { name: rate, exact: true }));
    expect(await chart.count()).toBe(0);
  });

  test('[TRIAL-014, TRIAL-015] is left by the pager and by the arrow keys', async () => {
    const [first, second] = await trials();
    await at.visitor.signIn(`/experiments/${RANDOM}/trials/${first}/hyperparameters`);
    await at.visitor.pageNamed(`Trial ${first}`);
    await at.visitor.page.getByRole('button', { name: 'Next trial' }).click();
    await at.visitor.pageNamed(`Trial ${second}`);
    expect(at.visitor.place).toBe(`/experiments/${RANDOM}/trials/${second}/hyperparameters`);
    await at.visitor.page.keyboard.press('ArrowLeft');
    await at.visitor.pageNamed(`Trial ${first}`);
    await at.visitor.page.keyboard.press('ArrowRight');
    await at.visitor.pageNamed(`Trial ${second}`);
  });

  test('[TRIAL-009, TRIAL-011] that cannot be says so', async () => {
    await at.visitor.signIn('/trials/abc');
    await seen(at.visitor.page.getByText('Invalid Trial ID abc'));
    await at.visitor.open(`/experiments/${RANDOM}/trials/9999`);
    await notFound();
  });
});
