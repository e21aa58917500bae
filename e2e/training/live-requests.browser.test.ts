import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { postTaskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import {
  createTrialRoute,
  getTrialRoute,
  patchTrialRoute,
  reportTrialProgressRoute,
} from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

// What a page asks for while something trains, here or elsewhere.
const place = consoleTest();

interface Training {
  experimentId: number;
  trialId: number;
  taskId: string;
}

/** An experiment whose trial reports what the test tells it to. */
async function start(name: string, projectId = 1): Promise<Training> {
  const { client } = place.cluster.admin;
  const config = `{name: ${name}, searcher: {metric: loss, name: single, max_length: 100}}`;
  const { experiment } = await client.call(createExperimentRoute, {
    config,
    projectId,
    unmanaged: true,
    activate: true,
  });
  const experimentId = experiment?.id ?? 0;
  const { trial } = await client.call(createTrialRoute, { experimentId, unmanaged: true, hparams: {} });
  const trialId = trial?.id ?? 0;
  const { trial: made } = await client.call(getTrialRoute, { trialId });
  return { experimentId, trialId, taskId: made?.taskIds[0] ?? '' };
}

/** Metrics, progress and a line of the log, as a task sends them all the time. */
async function report({ trialId, taskId }: Training, step: number): Promise<void> {
  const { client } = place.cluster.admin;
  await client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted: step, metrics: { avgMetrics: { loss: 1 / step } } },
    group: 'validation',
  });
  await client.call(reportTrialProgressRoute, { trialId, progress: Math.min(0.99, step / 1000) });
  await client.call(postTaskLogsRoute, {
    logs: [{ taskId, log: `step ${step}\n`, timestamp: new Date().toISOString() }],
  });
}

async function end({ trialId }: Training): Promise<void> {
  await place.cluster.admin.client.call(patchTrialRoute, { trialId, state: 'STATE_COMPLETED' });
}

/** The calls that a page makes from now on. */
function callsOf(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/api/')) calls.push(pathname);
  });
  return calls;
}

/** Whoever asks for nothing for so long has what he needs. */
const quietMs = 2_000;

/** Another tab of the visitor, once `text` is on it and it asks for nothing more. */
async function tab(path: string, text: string): Promise<{ page: Page; calls: string[] }> {
  const page = await place.page.context().newPage();
  const calls = callsOf(page);
  let lastAsked = Date.now();
  page.on('request', () => {
    lastAsked = Date.now();
  });
  await page.goto(`${place.cluster.address}/det${path}`);
  await seen(page.getByText(text).first());
  // Parts that come late ask late, on a busy machine much later than their page.
  await expect.poll(() => Date.now() - lastAsked, { timeout: 30_000 }).toBeGreaterThan(quietMs);
  calls.length = 0;
  return { page, calls };
}

describe('while an experiment trains', () => {
  test('its page and its table follow; an ended one, and another project, ask for nothing', async () => {
    const { client } = place.cluster.admin;
    const { workspace } = await client.call(postWorkspaceRoute, { name: 'Elsewhere' });
    const { project } = await client.call(postProjectRoute, { workspaceId: workspace?.id, name: 'elsewhere' });
    const elsewhere = await start('rests elsewhere', project?.id);
    const ended = await start('has ended');
    for (const training of [elsewhere, ended]) {
      await report(training, 1);
      await end(training);
    }
    const trains = await start('trains');
    await report(trains, 1);

    await place.visitor.signIn('/');
    const pages = {
      trains: await tab(`/experiments/${trains.experimentId}/overview`, 'trains'),
      table: await tab('/projects/1/experiments', 'trains'),
      ended: await tab(`/experiments/${ended.experimentId}/overview`, 'has ended'),
      elsewhere: await tab(`/projects/${project?.id}/experiments`, 'rests elsewhere'),
    };
    let step = 1;
    const from = performance.now();
    const seen = (calls: string[], part: string) => calls.filter((path) => path.includes(part)).length;
    await eventually('both have followed', async () => {
      await report(trains, ++step);
      return (
        seen(pages.trains.calls, `/trials/${trains.trialId}`) >= 2 && seen(pages.table.calls, 'experiment-rows') >= 2
      );
    });
    // A turn every two seconds or so; the first report changes what is asked for.
    const turns = (performance.now() - from) / 2_000 + 2;
    expect(pages.trains.calls.length).toBeLessThanOrEqual(turns);
    expect(pages.ended.calls).toEqual([]);
    expect(pages.elsewhere.calls).toEqual([]);
  });

  test('a page does not ask again for what the one before it knew, but for what has changed meanwhile', async () => {
    const { client } = place.cluster.admin;
    const known = await start('known already');
    await report(known, 1);
    await end(known);
    await place.visitor.signIn('/');
    const { page, calls } = await tab(`/experiments/${known.experimentId}/overview`, 'known already');
    const away = async () => {
      await page.getByRole('link', { name: 'Workspaces' }).first().click();
      await page.getByRole('heading', { name: 'Workspaces', exact: true }).waitFor();
    };
    const ofIt = () => calls.filter((path) => path === `/api/v1/experiments/${known.experimentId}`);
    // What came before hints did is asked for once more.
    await away();
    await page.goBack();
    await seen(page.getByText('known already').first());
    await page.waitForLoadState('networkidle');
    // Older than what is held for new without any hints.
    await page.clock.setSystemTime(Date.now() + 10_000);
    calls.length = 0;
    await away();
    await page.goBack();
    await seen(page.getByText('known already').first());
    await page.waitForLoadState('networkidle');
    expect(ofIt()).toEqual([]);
    await away();
    await client.call(patchExperimentRoute, { experiment: { id: known.experimentId, name: 'called otherwise' } });
    await page.goBack();
    await seen(page.getByText('called otherwise').first());
    expect(ofIt().length).toBeGreaterThan(0);
  });

  test('a table follows without the websocket too, by asking every few seconds', async () => {
    const { page, visitor } = place;
    // As behind a proxy that lets no websocket through.
    await page.addInitScript(() => {
      Object.defineProperty(window, 'WebSocket', {
        value: class {
          close() {}
        },
      });
    });
    await visitor.signIn('/projects/1/experiments');
    await seen(page.getByRole('grid', { name: 'Experiments' }));
    await start('came by asking');
    await seen(page.getByRole('link', { name: 'came by asking' }), 20_000);
  });
});
