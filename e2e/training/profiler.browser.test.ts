import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { postTrialProfilerMetricsBatchRoute } from '@determined/contract/training/profiler-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const machines = new ScriptedLauncher([8]);
const at = consoleTest({ launcher: machines });
const config = `{name: profiled, entrypoint: 'true', searcher: {name: single, metric: loss}, resources: {slots_per_trial: 0}}`;
async function runningTrial() {
  const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, { config, activate: true });
  const id = experiment?.id ?? 0;
  const task = await eventually('it runs', () =>
    machines.running().find(({ environment }) => environment.DET_EXPERIMENT_ID === String(id)),
  );
  const trialId = Number(task.environment.DET_TRIAL_ID);
  return { id, trialId, place: `/experiments/${id}/trials/${trialId}/profiler` };
}

const start = Date.parse('2026-11-20T10:00:00Z');

async function report(trialId: number, name: string, agentId: string, gpuUuid: string, values: number[]) {
  await at.cluster.admin.client.call(postTrialProfilerMetricsBatchRoute, {
    batches: [
      {
        values,
        batches: values.map((_, i) => i),
        timestamps: values.map((_, i) => new Date(start + i * 1000).toISOString()),
        labels: { trialId, name, agentId, gpuUuid, metricType: 'PROFILER_METRIC_TYPE_SYSTEM' },
      },
    ],
  });
}

test('[TRIAL-005, TRIAL-030, TRIAL-031, EXP-020] what the machines of a trial report, by metric, agent and GPU', async () => {
  const { client } = at.cluster.admin;
  const { id, trialId, place } = await runningTrial();
  const main = at.page.getByRole('main');
  const chart = (words: RegExp) => seen(main.getByRole('img', { name: words }));

  await report(trialId, 'disk_iops', 'node-1', '', [10, 20]);
  await at.visitor.signIn(place);
  await seen(main.getByRole('link', { name: 'Profiler' }).and(main.locator('[aria-current="page"]')));
  await chart(/^1 line; disk_iops from 10 to 20/);

  // Of several the use of processors comes first, and before that the use of GPUs.
  await report(trialId, 'cpu_util', 'node-1', '', [40, 60]);
  await at.visitor.open(place);
  await chart(/^1 line; cpu_util from 40 to 60/);
  await report(trialId, 'gpu_util', 'node-1', 'GPU-a', [90, 95]);
  await report(trialId, 'gpu_util', 'node-2', 'GPU-b', [10, 30, 20]);
  await at.visitor.open(place);
  await chart(/^2 lines; gpu_util from 10 to 95/);
  await seen(main.getByText('system metric, percent'));
  await main.getByRole('button', { name: 'Show as table' }).click();
  const names = main.getByRole('table').getByRole('rowheader');
  expect(await names.allInnerTexts()).toEqual(['node-1 GPU-a', 'node-2 GPU-b']);
  await main.getByRole('button', { name: 'Show as table' }).click();
  const choose = async (name: string, option: string) => {
    await main.getByRole('button', { name: `${name}:` }).click();
    await at.page.getByRole('menuitemradio', { name: option, exact: true }).click();
  };
  await choose('Agent', 'node-2');
  await chart(/^1 line; gpu_util from 10 to 30/);
  await choose('Agent', 'All 2');
  await choose('GPU', 'GPU-a');
  await chart(/^1 line; gpu_util from 90 to 95/);
  await choose('Metric', 'disk_iops');
  const plot = main.getByRole('img', { name: /^1 line; disk_iops/ });
  await plot.focus();
  await at.page.keyboard.press('End');
  await seen(main.getByText('20/s', { exact: true }).first());

  // The experiment of one trial has the same tab, which detached work does not.
  await at.visitor.open(`/experiments/${id}/profiler`);
  await chart(/^2 lines; gpu_util/);
  const { experiment: detached } = await client.call(createExperimentRoute, { config, unmanaged: true });
  await client.call(createTrialRoute, { experimentId: detached?.id ?? 0, hparams: {}, unmanaged: true });
  await at.visitor.open(`/experiments/${detached?.id}/profiler`);
  await expect.poll(() => at.visitor.place).toBe(`/experiments/${detached?.id}/overview`);
  const off = main.getByRole('link', { name: 'Profiler' });
  await seen(off);
  expect(await off.getAttribute('aria-disabled')).toBe('true');
  await off.focus();
  await seen(at.page.getByText('Not available for unmanaged workloads'));
});

test("a part of the time is dragged, moved by keys and left again; its detail is the server's", async () => {
  const { trialId, place } = await runningTrial();
  // An hour at one height, an hour at another.
  const values = Array.from({ length: 7_200 }, (_, i) => (i < 3_600 ? 50 : 80) + (i % 2));
  for (const name of ['gpu_util', 'cpu_util']) await report(trialId, name, 'node-1', 'GPU-a', values);
  const asked: number[] = [];
  at.page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (!pathname.endsWith('/profiler/curve') || !searchParams.has('from')) return;
    asked.push((Number(searchParams.get('to')) - Number(searchParams.get('from'))) / 1000);
  });
  await at.visitor.signIn(place);
  const main = at.page.getByRole('main');
  const strip = main.getByRole('slider', { name: 'Time shown' });
  const said = () => strip.getAttribute('aria-valuetext');
  const chart = (words: RegExp) => seen(main.getByRole('img', { name: words }));
  await chart(/^1 line; gpu_util from 50 to 81/);
  const whole = await said();
  const box = (await strip.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const drag = async (from: number, to: number) => {
    await at.page.mouse.move(box.x + box.width * from, box.y + 20);
    await at.page.mouse.down();
    await at.page.mouse.move(box.x + box.width * to, box.y + 20, { steps: 8 });
    await at.page.mouse.up();
  };
  // Of the first quarter each value is asked for, once.
  await drag(0.05, 0.25);
  await chart(/^1 line; gpu_util from 50 to 51/);
  await expect.poll(() => asked.map((seconds) => Math.round(seconds / 60))).toEqual([24]);
  await main.getByRole('button', { name: 'Show as table' }).click();
  await seen(main.getByRole('table').getByRole('cell', { name: '1,440', exact: true }));
  await main.getByRole('button', { name: 'Show as table' }).click();
  // Held in its middle it moves, by its edge it grows.
  await drag(0.15, 0.5);
  await chart(/^1 line; gpu_util from 50 to 81/);
  await drag(0.6, 0.8);
  await expect.poll(() => asked.map((seconds) => Math.round(seconds / 60)).at(-1)).toBe(48);
  await strip.focus();
  const before = await said();
  await at.page.keyboard.press('ArrowLeft');
  await expect.poll(said).not.toBe(before);
  await at.page.keyboard.press('PageUp');
  await chart(/^1 line; gpu_util from 50 to 51/);
  await at.page.keyboard.press('-');
  await chart(/^1 line; gpu_util from 50 to 81/);
  await at.page.keyboard.press('+');
  await at.page.keyboard.press('Home');
  await chart(/^1 line; gpu_util from 50 to 51/);
  await at.page.keyboard.press('0');
  await expect.poll(said).toBe(whole);
  await at.page.keyboard.press('+');
  await main.getByRole('button', { name: 'Whole axis' }).click();
  await expect.poll(said).toBe(whole);

  expect(await violations(at.page, 'main')).toEqual([]);

  // For itself, and the metrics beside it by the arrows.
  await main.getByRole('button', { name: 'Open gpu_util' }).click();
  const dialog = at.page.getByRole('dialog');
  await seen(dialog.getByRole('img', { name: /gpu_util/ }));
  await seen(dialog.getByText('2 of 2'));
  await at.page.keyboard.press('ArrowRight');
  await seen(dialog.getByRole('img', { name: /cpu_util/ }));
  await at.page.keyboard.press('ArrowLeft');
  await seen(dialog.getByRole('img', { name: /gpu_util/ }));
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await gone(dialog);
});
