import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { Locator } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const row = (path: string) => main().getByRole('row').filter({ hasText: path });
/** What stands in the last column, where what moves with the metric does of other paths. */
const said = async (path: string) => (await row(path).getByRole('cell').allTextContents()).at(-1);
const dialog = (name: string) => at.page.getByRole('dialog', { name });
const lines = () => at.page.getByRole('region', { name: 'Differences' }).locator('[data-kind]');
const openDiff = (path: string) =>
  main()
    .getByRole('button', { name: `Open diff of ${path}` })
    .click();

const ids: number[] = [];

const train = (...changed: string[]) =>
  [...Array.from({ length: 20 }, (_, i) => `line ${i}`), ...changed, 'end'].join('\n');
/** Of four: two that are alike, one that departs, and one that departs elsewhere. */
const code: Record<string, string | Buffer>[] = [
  { 'train.py': train('lr = 1'), 'model.py': 'a', 'weights.bin': Buffer.from([255, 1]) },
  { 'train.py': train('lr = 2', 'clip()'), 'model.py': 'b', 'weights.bin': Buffer.from([255, 2]) },
  { 'train.py': train('lr = 1'), 'model.py': 'c', 'weights.bin': Buffer.from([255, 1]), 'new.py': 'x\ny\n' },
];

beforeAll(async () => {
  const { client } = at.cluster.admin;
  const config = '{name: x, entrypoint: x, searcher: {name: single, metric: loss}, hyperparameters: {}}';
  for (const files of code) {
    const modelDefinition = Object.entries(files).map(([path, content]) => ({
      path,
      type: 48,
      content: Buffer.from(content).toString('base64'),
    }));
    const asked = { config, unmanaged: true, modelDefinition: modelDefinition as never };
    ids.push((await client.call(createExperimentRoute, asked)).experiment?.id ?? 0);
  }
});

test('a file that differs says how many lines came and went from what most have, and shows them', async () => {
  await at.visitor.signIn(`/experiment-compare?${ids.map((id) => `id=${id}`).join('&')}&tab=details`);
  await expect.poll(() => said('train.py')).toBe('+2 −1Open diff');
  await expect.poll(() => said('new.py')).toBe('+2 −0Open diff');
  // Of more versions than two none is the other.
  expect(await said('model.py')).toBe('3 versionsOpen diff');
  expect(await said('weights.bin')).toBe('Open diff');

  await openDiff('train.py');
  await seen(lines().filter({ hasText: 'clip()' }));
  expect(await lines().evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))).toEqual([
    ...['folded', 'same', 'same', 'same', 'left', 'right', 'right', 'same'],
  ]);
  expect(await lines().nth(4).textContent()).toContain(`only in experiment ${ids[0]}: lr = 1`);
  expect(await violations(at.page)).toEqual([]);
  await lines().getByRole('button', { name: '17 lines that both have' }).click();
  await seen(lines().filter({ hasText: 'line 3' }));
  await dialog('train.py').getByRole('button', { name: 'Close', exact: true }).last().click();
  await gone(dialog('train.py'));

  // Which is held against which is the reader's to say.
  await openDiff('model.py');
  const kinds = (...all: string[]) =>
    expect
      .poll(() => lines().evaluateAll((found) => found.map((one) => one.textContent?.trim().slice(-1))))
      .toEqual(all);
  await kinds('a', 'b');
  await dialog('model.py').getByLabel('To').selectOption({ index: 2 });
  await kinds('a', 'c');
  await dialog('model.py').getByLabel('From').selectOption({ index: 2 });
  await seen(dialog('model.py').getByText('Both are the same.', { exact: true }));
  await at.page.keyboard.press('Escape');

  await openDiff('weights.bin');
  await seen(dialog('weights.bin').getByRole('heading', { name: 'The files cannot be compared', exact: true }));
  await seen(dialog('weights.bin').getByText('It is no text.', { exact: true }));
});

test('on a phone, how many lines came and went stands clear of how many differences there are', async () => {
  await at.page.setViewportSize({ width: 390, height: 844 });
  await at.visitor.signIn(`/experiment-compare?${ids.map((id) => `id=${id}`).join('&')}&tab=details`);
  await openDiff('train.py');
  const changes = dialog('train.py').getByRole('region', { name: 'Changes' });
  const [counts, steps] = [changes.getByRole('status'), changes.getByText('1 difference', { exact: true })];
  await seen(steps);
  expect(await counts.textContent()).toBe('+2 −1');
  /** From where to where its words go. */
  const words = (place: Locator) =>
    place.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, right } = range.getBoundingClientRect();
      return { left, right };
    });
  expect((await words(steps)).left - (await words(counts)).right).toBeGreaterThanOrEqual(8);
});
