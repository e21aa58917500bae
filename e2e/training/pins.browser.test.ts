import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { archiveExperimentRoute, createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { getPinsRoute, patchPinRoute, postPinRoute } from '@determined/contract/training/pin-ext-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const chart = (name: string) => main().getByRole('figure', { name, exact: true });
const section = () => main().getByRole('region', { name: 'Pins', exact: true });
const items = () => section().getByRole('listitem');
const dialog = () => at.page.getByRole('dialog');

let projectId = 0;
const experiments: number[] = [];
const runs: number[] = [];

async function newRun(name: string): Promise<void> {
  const { client } = at.cluster.admin;
  const config = `name: ${name}\nentrypoint: x\nsearcher: {name: single, metric: val_loss}\nhyperparameters: {}\n`;
  const experimentId =
    (await client.call(createExperimentRoute, { config, projectId, unmanaged: true })).experiment?.id ?? 0;
  const trialId = (await client.call(createTrialRoute, { experimentId, unmanaged: true })).trial?.id ?? 0;
  for (const step of [10, 20, 30, 40, 50]) await report(trialId, step, runs.length + 5 / step);
  experiments.push(experimentId);
  runs.push(trialId);
}

const report = (trialId: number, stepsCompleted: number, value: number) =>
  at.cluster.admin.client.call(reportTrialMetricsRoute, {
    metrics: { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics: { val_loss: value } } },
    group: 'validation',
  });

const post = (run: number, batches: number, text: string) =>
  at.cluster.admin.client.call(postPinRoute, {
    params: { trialId: run },
    body: { group: 'validation', metric: 'val_loss', batches, text },
  });

const texts = async (run: number) =>
  (await at.cluster.admin.client.call(getPinsRoute, { query: { runs: String(run) } })).pins.map(
    ({ batches, text }) => `${batches} ${text}`,
  );

beforeAll(async () => {
  const { client } = at.cluster.admin;
  const workspaceId = (await client.call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  projectId = (await client.call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  for (const name of ['first', 'second', 'third']) await newRun(name);
});

/** Presses the point that the tip beside the pointer names, where the line is looked for from its end. */
async function pressLine(plot: Locator, step: string): Promise<void> {
  const box = await plot.boundingBox();
  if (!box) throw new Error('there is no plot');
  for (let y = box.height - 40; y > 20; y -= 25) {
    const x = box.x + box.width / 2;
    await at.page.mouse.move(x, box.y + y - 1);
    await at.page.mouse.click(x, box.y + y);
    if ((await main().getByRole('button', { name: step, exact: true }).count()) > 0) return;
  }
  throw new Error(`no point answers to ${step}`);
}

test('with a pointer, on the page of a run: a point is pressed, and the pin is read, changed and deleted', async () => {
  const [, run = 0, other = 0] = runs;
  await at.visitor.signIn(`/experiments/${experiments[1]}/trials/${run}/metrics`);
  await seen(section().getByText(/^A pin is a note on a step of a curve/));
  const plot = chart('val_loss').getByRole('img');
  await seen(plot);
  await pressLine(plot, 'Add pin at batch 30');
  await main().getByRole('button', { name: 'Add pin at batch 30' }).click();
  await seen(dialog().getByRole('heading', { name: 'Add Pin', exact: true }));
  expect(await dialog().getByLabel('Batch').inputValue()).toBe('30');
  expect(await dialog().getByLabel('Metric').inputValue()).toBe('validation.val_loss');
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(dialog().getByText('Write what happened there.'));
  const text = `As in #${other}, unlike #99999\n<b>not bold</b>`;
  await dialog().getByLabel('Text').fill(text);
  expect(await violations(at.page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await gone(dialog());
  await seen(items().filter({ hasText: 'batch 30 of validation.val_loss' }).getByText('<b>not bold</b>'));
  expect(await texts(run)).toEqual([`30 ${text}`]);

  // The run that it mentions: the way there, its state and its best value, as they are now.
  await seen(items().getByRole('link', { name: `#${other}`, exact: true }));
  await seen(items().getByText('val_loss 2.100000'));
  await gone(items().getByRole('link', { name: '#99999' }));
  await report(other, 60, 0.5);
  await seen(items().getByText('val_loss 0.500000'));

  // On the curve: what it says, who, where, and the value there; pressed, it leads to the list.
  const mark = main().getByRole('button', { name: 'Pin 1', exact: true });
  await mark.hover();
  await seen(at.page.getByRole('tooltip').getByText(/batch 30 · validation 1\.16667 · admin/));
  await mark.click();
  await expect.poll(() => items().evaluate((item) => item === document.activeElement)).toBe(true);
  expect(await violations(at.page)).toEqual([]);
  // From the chart for itself as well, which closes.
  await chart('val_loss').getByRole('button', { name: 'Open val_loss' }).click();
  await dialog().getByRole('button', { name: 'Pin 1', exact: true }).click();
  await gone(dialog());
  await expect.poll(() => items().evaluate((item) => item === document.activeElement)).toBe(true);

  // Another window of its author has changed it meanwhile.
  await section().getByRole('button', { name: 'Edit pin 1' }).click();
  const { pins } = await at.cluster.admin.client.call(getPinsRoute, { query: { runs: String(run) } });
  await at.cluster.admin.client.call(patchPinRoute, {
    params: { trialId: run, pinId: pins[0]?.id ?? 0 },
    body: { version: 1, text: 'theirs' },
  });
  await dialog().getByLabel('Text').fill('mine');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'It says something else by now: “theirs”.' }));
  expect(await texts(run)).toEqual(['30 theirs']);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await seen(items().getByText('mine', { exact: true }));
  expect(await texts(run)).toEqual(['30 mine']);

  await section().getByRole('button', { name: 'Delete pin 1' }).click();
  await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await gone(items());
  await gone(mark);
  expect(await texts(run)).toEqual([]);
});

test('by keys, in a comparison: the point that is read is pinned, and what another pins comes by itself', async () => {
  const [first = 0, second = 0] = runs;
  await at.visitor.signIn(`/experiment-compare?id=${experiments[0]}&id=${experiments[1]}`);
  await seen(section().getByText(/^A pin is a note/));
  const plot = chart('val_loss').getByRole('img');
  await plot.focus();
  for (const key of ['Home', 'ArrowRight', 'ArrowDown']) await at.page.keyboard.press(key);
  await seen(chart('val_loss').getByText('batch 20', { exact: true }));
  await at.page.keyboard.press('p');
  await seen(dialog().getByRole('heading', { name: 'Add Pin', exact: true }));
  await expect
    .poll(() =>
      dialog()
        .getByLabel('Text')
        .evaluate((field) => field === document.activeElement),
    )
    .toBe(true);
  await at.page.keyboard.type('odd here');
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.press('Enter');
  await seen(items().filter({ hasText: 'odd here' }).getByText(`${experiments[1]} second`));
  // Back to where it came from.
  await expect.poll(() => plot.evaluate((picture) => picture === document.activeElement)).toBe(true);
  expect(await texts(second)).toEqual(['20 odd here']);

  await post(first, 10, 'from elsewhere');
  await seen(items().filter({ hasText: 'from elsewhere' }));
  expect(await items().locator('p').allTextContents()).toEqual(['from elsewhere', 'odd here']);
  await at.page.keyboard.press('Tab');
  await expect.poll(() => at.page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Pin 1');
  await seen(at.page.getByRole('tooltip').getByText('from elsewhere'));
  await at.page.keyboard.press('Tab');
  await at.page.keyboard.press('Enter');
  await expect
    .poll(() =>
      items()
        .filter({ hasText: 'odd here' })
        .evaluate((item) => item === document.activeElement),
    )
    .toBe(true);
  expect(await violations(at.page)).toEqual([]);

  // Along time they have no place; in their list they stay.
  await main().getByRole('radio', { name: 'Time' }).check();
  await gone(main().getByRole('button', { name: 'Pin 1', exact: true }));
  await seen(section().getByText('drawn along batches'));

  // Without the chart: all of it can be said in the dialog.
  await section().getByRole('button', { name: 'Add Pin' }).click();
  await dialog().getByLabel('Trial').selectOption(`${experiments[1]} second`);
  await dialog().getByLabel('Batch').fill('4.5');
  await dialog().getByLabel('Text').fill('near the end');
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(dialog().getByText('Batch must be a whole number from 0.'));
  await dialog().getByLabel('Batch').fill('50');
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(items().filter({ hasText: 'near the end' }));
  expect(await texts(second)).toEqual(['20 odd here', '50 near the end']);
});

test('what cannot be read or written is said, and loses nothing that was typed', async () => {
  const [, run = 0] = runs;
  const readable = await fail(at.page, 'GET', '**/api/ext/v1/pins?*');
  await at.visitor.signIn(`/experiments/${experiments[1]}/trials/${run}/metrics`);
  await seen(section().getByText('Unable to fetch pins', { exact: false }));
  await seen(chart('val_loss').getByRole('img'));
  await readable();
  await at.page.reload();
  const writable = await fail(at.page, 'POST', '**/api/ext/v1/trials/*/pins');
  await section().getByRole('button', { name: 'Add Pin' }).click();
  await dialog().getByRole('textbox', { name: 'Batch' }).fill('-1');
  await dialog().getByRole('textbox', { name: 'Text' }).fill('the last of them');
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(dialog().getByText('Batch must be a whole number from 0.'));
  await dialog().getByRole('textbox', { name: 'Batch' }).fill('50');
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(dialog().getByText('Unable to add pin: out of order'));
  expect(await dialog().getByRole('textbox', { name: 'Text' }).inputValue()).toBe('the last of them');
  await writable();
  await dialog().getByRole('button', { name: 'Add Pin' }).click();
  await seen(items().getByText('the last of them'));
  expect(await texts(run)).toContain('50 the last of them');
});

test('on a phone pins are listed; in an archive they are read', async () => {
  const [, , run = 0] = runs;
  const { client } = at.cluster.admin;
  await post(run, 40, 'the last good one');
  await client.call(patchTrialRoute, { trialId: run, state: 'STATE_COMPLETED' });
  await client.call(archiveExperimentRoute, { id: experiments[2] ?? 0 });
  await at.page.setViewportSize({ width: 390, height: 844 });
  await at.visitor.signIn(`/experiments/${experiments[2]}/trials/${run}/metrics`);
  await seen(chart('val_loss').getByRole('img'));
  await seen(items().getByText('the last good one'));
  await gone(main().getByRole('button', { name: 'Pin 1', exact: true }));
  const add = section().getByRole('button', { name: 'Add Pin' });
  await expect.poll(() => add.getAttribute('aria-disabled')).toBe('true');
  await add.hover();
  await seen(at.page.getByRole('tooltip').getByText('Pins of an archived experiment are read-only.'));
  expect(await violations(at.page)).toEqual([]);
});
