import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const panel = () => main().getByRole('region', { name: 'Filter', exact: true });
const value = () => panel().getByRole('combobox', { name: 'Value of line 1', exact: true });
const operator = () => panel().getByLabel('Operator of line 1', { exact: true });
const list = () => at.page.getByRole('listbox', { name: 'Values that experiments have' });
const options = () => list().getByRole('option').allInnerTexts();
const rows = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((name) => name.trim()).sort();
const isOpen = () => value().getAttribute('aria-expanded');
const pointedAt = () =>
  value().evaluate((field) => document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.ariaLabel);

let project = 0;
beforeAll(async () => {
  const { client } = at.cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Vision' });
  const made = await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Digits' });
  project = made.project?.id ?? 0;
  for (const [name, optimizer, tag] of [
    ['anna', 'adam', 'red'],
    ['bob', 'adam', 'blue'],
    ['carl', 'AdamW', 'red'],
    ['dora', 'sgd', 'red'],
  ] as const) {
    const config = `{name: ${name}, labels: [${tag}], entrypoint: x, searcher: {name: single, metric: loss},
      hyperparameters: {optimizer: ${optimizer}, hidden: 8}, resources: {slots_per_trial: 0}}`;
    await client.call(createExperimentRoute, { config, projectId: project, activate: false });
  }
});

/** A condition on a column, whose value has not been given yet. */
async function begin(label: string): Promise<void> {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl', 'dora']);
  await main()
    .getByRole('button', { name: /^Filter \d+$/ })
    .click();
  await panel().getByRole('button', { name: 'Add condition', exact: true }).click();
  await panel().getByLabel('Column of line 1', { exact: true }).selectOption({ label });
}

test('values of a text are offered with their counts, narrowed by what is typed, and chosen by keys', async () => {
  await begin('optimizer');
  await value().click();
  await expect.poll(options).toEqual(['adam\n2', 'AdamW\n1', 'sgd\n1']);
  expect(await isOpen()).toBe('true');
  expect(await violations(at.page)).toEqual([]);

  // Left and opened again, it begins with the first.
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Escape');
  await value().click();
  await expect.poll(isOpen).toBe('true');
  await at.page.keyboard.press('ArrowDown');
  expect(await pointedAt()).toBe('adam, 2 experiments');

  const asked = at.page.waitForRequest(/column-values\?.*typed=DAM/);
  await at.page.keyboard.type('DAM');
  await asked;
  await expect.poll(options).toEqual(['adam\n2', 'AdamW\n1']);
  await at.page.keyboard.press('ArrowDown');
  expect(await pointedAt()).toBe('adam, 2 experiments');
  await at.page.keyboard.press('ArrowDown');
  expect(await pointedAt()).toBe('AdamW, 1 experiment');
  await at.page.keyboard.press('ArrowUp');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Enter');
  expect(await value().inputValue()).toBe('AdamW');
  await expect.poll(rows).toEqual(['carl']);
  await expect.poll(isOpen).toBe('false');
  expect(await operator().inputValue()).toBe('=');
  await operator().selectOption('contains');

  // Closed by Escape, what is typed stays, and counts.
  await value().fill('ad');
  await expect.poll(isOpen).toBe('true');
  await at.page.keyboard.press('Escape');
  await expect.poll(isOpen).toBe('false');
  await at.page.keyboard.press('Enter');
  expect(await value().inputValue()).toBe('ad');
  await expect.poll(rows).toEqual(['anna', 'bob']);
  // By ↓ it opens again; a press on one chooses it.
  await value().fill('');
  await at.page.keyboard.press('Escape');
  await at.page.keyboard.press('ArrowDown');
  await list().getByRole('option', { name: 'sgd, 1 experiment' }).click();
  await expect.poll(rows).toEqual(['dora']);
  await panel().getByRole('button', { name: 'Clear filters' }).click();
});

test('tags are offered one by one, numbers and dates not at all', async () => {
  await begin('Tags');
  await value().click();
  await expect.poll(options).toEqual(['red\n3', 'blue\n1']);
  await list().getByRole('option', { name: 'blue, 1 experiment' }).click();
  await expect.poll(rows).toEqual(['bob']);
  // One of several is not all that a row has.
  expect(await operator().inputValue()).toBe('contains');
  // Archived ones are looked through where the table shows them.
  const asked = at.page.waitForRequest(/column-values\?.*archived=true/);
  await main().getByRole('switch', { name: 'Show Archived' }).click();
  await value().click();
  await asked;
  // The whole of them is a list, which none of them is.
  await operator().selectOption('=');
  await seen(panel().getByRole('textbox', { name: 'Value of line 1', exact: true }));
  await gone(value());
  for (const label of ['hidden', 'Start time']) {
    await panel().getByLabel('Column of line 1', { exact: true }).selectOption({ label });
    await seen(panel().locator('input[data-part="value"]'));
    expect(await value().count(), label).toBe(0);
  }
});

test('where the values do not come the field takes what is typed, and nothing is said', async () => {
  let refused = 0;
  await at.page.route('**/column-values?*', async (route) => {
    refused += 1;
    await route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'no values' } } });
  });
  await begin('optimizer');
  await value().click();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await at.page.keyboard.type('sg');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Enter');
  await expect.poll(rows).toEqual(['dora']);
  expect(await value().inputValue()).toBe('sg');
  expect(await isOpen()).toBe('false');
  expect(await at.page.getByRole('alert').count()).toBe(0);

  // Nor where they make no sense.
  await at.page.unroute('**/column-values?*');
  await at.page.route('**/column-values?*', (route) => route.fulfill({ json: { values: 7 } }));
  const answered = at.page.waitForResponse('**/column-values?*');
  await value().fill('adamw');
  await answered;
  await at.page.keyboard.press('Enter');
  await expect.poll(rows).toEqual([]);
  expect(await isOpen()).toBe('false');
  expect(await at.page.getByRole('alert').count()).toBe(0);
});

test('what is chosen finds the rows that were counted, not those that have it in a longer text; what is typed finds these, too', async () => {
  await begin('optimizer');
  const config = `{name: emil, entrypoint: x, searcher: {name: single, metric: loss},
    hyperparameters: {optimizer: adamax}, resources: {slots_per_trial: 0}}`;
  await at.cluster.admin.client.call(createExperimentRoute, { config, projectId: project, activate: false });
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl', 'dora', 'emil']);
  await value().click();
  await at.page.keyboard.type('adam');
  await value().press('Enter');
  await expect.poll(rows).toEqual(['anna', 'bob', 'emil']);
  expect(await operator().inputValue()).toBe('contains');
  await value().press('ArrowDown');
  await list().getByRole('option', { name: 'adam, 2 experiments' }).click();
  await expect.poll(rows).toEqual(['anna', 'bob']);
  expect(await operator().inputValue()).toBe('=');
  expect(await value().inputValue()).toBe('adam');
  // Who has asked something else keeps asking it.
  await operator().selectOption('notContains');
  await expect.poll(rows).toEqual(['carl', 'dora']);
  await value().fill('');
  await list().getByRole('option', { name: 'sgd, 1 experiment' }).click();
  expect(await operator().inputValue()).toBe('notContains');
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl', 'emil']);
});
