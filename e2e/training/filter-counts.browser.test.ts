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
const aside = () => panel().getByLabel('About the filter').locator('dt, dd').allTextContents();
const column = (line: string) => panel().getByLabel(`Column of line ${line}`, { exact: true });
const operator = (line: string) => panel().getByLabel(`Operator of line ${line}`, { exact: true });
const value = (line: string) => panel().getByLabel(`Value of line ${line}`, { exact: true });
const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();
const filterButton = () => main().getByRole('button', { name: /^Filter \d+$/ });
const counts = () => panel().locator('[data-part="count"]').allTextContents();
const lineCounts = async () => (await counts()).map((text) => text.replace(/\s*match line (\S+) alone/, ' on $1'));
const found = (text: string) => panel().getByText(text, { exact: true });
const lineTops = () =>
  panel()
    .getByRole('listitem')
    .evaluateAll((lines) => lines.map((line) => line.getBoundingClientRect().top));

const field = (columnName: string, where: string, type: string, operator: string, value: unknown) => ({
  ...{ kind: 'field', columnName, location: `LOCATION_TYPE_${where}`, type: `COLUMN_TYPE_${type}` },
  ...{ operator, value },
});
const hidden = (operator: string, value: number) => field('hp.hidden', 'HYPERPARAMETERS', 'NUMBER', operator, value);
const named = (part: string) => field('name', 'EXPERIMENT', 'TEXT', 'contains', part);
const group = (conjunction: 'and' | 'or', ...children: unknown[]) => ({ kind: 'group', conjunction, children });
const address = (filter: unknown) =>
  `/projects/${project}/experiments?filter=${encodeURIComponent(JSON.stringify(filter))}`;

let project = 0;
beforeAll(async () => {
  const { client } = at.cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Vision' });
  const made = await client.call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Digits' });
  project = made.project?.id ?? 0;
  for (const [name, hidden] of [
    ['anna', 8],
    ['bob', 16],
    ['carl', 4],
    ['dora', 32],
  ] as const) {
    const config = `{name: ${name}, entrypoint: x, searcher: {name: single, metric: loss},
      hyperparameters: {hidden: ${hidden}}, resources: {slots_per_trial: 0}}`;
    await client.call(createExperimentRoute, { config, projectId: project, activate: false });
  }
});

test('each line says what it finds by itself, the filter is said in words, and what of it narrows most', async () => {
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await at.visitor.signIn(address(group('and', named('a'), group('or', hidden('>', 20), hidden('<', 6)))));
  await filterButton().click();
  await expect.poll(lineCounts).toEqual(['3 on 1', '2 on 2', '1 on 2.1', '1 on 2.2']);
  await seen(found('2 of 4 experiments'));
  await seen(panel().getByText('Counts: experiments that pass that line alone', { exact: true }));
  expect(await aside()).toEqual([
    'In words',
    'Experiments where Name contains a, and either hidden is above 20 or hidden is below 6.',
    'What narrows most',
    'either hidden is above 20 or hidden is below 6: without this group 3 experiments would match.',
  ]);
  expect(await violations(at.page)).toEqual([]);

  // All at one edge, on whatever level.
  const rights = await panel()
    .locator('[data-part="count"]')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().right));
  expect(new Set(rights).size).toBe(1);

  // A line that is being made has none, and has its room: none moves when it comes.
  await press('Add condition');
  const before = await lineTops();
  expect((await counts()).at(-1)).toBe('');
  await column('3').selectOption({ label: 'User' });
  await value('3').selectOption({ label: 'admin' });
  await expect.poll(lineCounts).toEqual(['3 on 1', '2 on 2', '1 on 2.1', '1 on 2.2', '4 on 3']);
  expect(await lineTops()).toEqual(before);
  const words = async () => (await aside())[1];
  await expect.poll(words).toContain('hidden is below 6, and User is admin.');
  // Others that count are counted anew; where archived ones are shown, with these.
  await operator('1').selectOption('notContains');
  await expect.poll(lineCounts).toEqual(['1 on 1', '2 on 2', '1 on 2.1', '1 on 2.2', '4 on 3']);
  const asked = at.page.waitForRequest(/filter-counts\?.*archived=true/);
  await main().getByRole('switch', { name: 'Show Archived' }).click();
  await asked;
  await press('Clear filters');
  await expect.poll(aside).toEqual(['In words', 'All experiments.']);
  await seen(found('4 experiments'));
  expect(await counts()).toEqual([]);
});

test('counts that do not come are not missed', async () => {
  let refused = 0;
  await at.page.route('**/filter-counts?*', async (route) => {
    refused += 1;
    await route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'no counts' } } });
  });
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await at.visitor.signIn(address(group('and', named('a'), hidden('>', 6))));
  await filterButton().click();
  await expect.poll(() => refused).toBeGreaterThan(0);
  await seen(found('2 experiments'));
  expect(await counts()).toEqual(['', '']);
  await expect.poll(aside).toEqual(['In words', 'Experiments where Name contains a and hidden is above 6.']);
  await gone(panel().getByText('Counts:'));
  expect(await at.page.getByRole('alert').count()).toBe(0);
  await press('Clear filters');
});

test('[EXPLIST-013] where nothing is found, the one line without which most would be is named, and taken away by a press', async () => {
  const nothing = () => main().getByRole('heading', { name: 'No results matching your filters', exact: true });
  const way = (name: string | RegExp) => main().getByRole('button', { name });
  await at.visitor.signIn(address(group('and', named('a'), hidden('>', 6), hidden('>', 99))));
  await seen(nothing());
  await way('Without hidden > 99: 2 experiments').click();
  await gone(nothing());
  await filterButton().click();
  await seen(found('2 of 4 experiments'));
  expect(await value('2').inputValue()).toBe('6');

  // It is the line that stands there now, with the name of who is asked for.
  await value('2').fill('64');
  await value('2').press('Enter');
  await seen(way('Without hidden > 64: 3 experiments'));
  await press('Remove line 1');
  await press('Add condition');
  await column('2').selectOption({ label: 'User' });
  await value('2').selectOption({ label: 'admin' });
  await seen(way('Without hidden > 64: 4 experiments'));
  await operator('2').selectOption('!=');
  // None helps by itself.
  await gone(way(/^Without/));
  await seen(nothing());
  await operator('1').selectOption('<');
  await seen(way('Without User != admin: 4 experiments'));
  expect(await violations(at.page)).toEqual([]);
  await press('Clear filters');
});
