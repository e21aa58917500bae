import { postUserSettingRoute } from '@determined/contract/identity/settings-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const panel = () => main().getByRole('region', { name: 'Filter', exact: true });
const filterButton = () => main().getByRole('button', { name: /^Filter \d+$/ });
const column = (line: string) => panel().getByLabel(`Column of line ${line}`, { exact: true });
const operator = (line: string) => panel().getByLabel(`Operator of line ${line}`, { exact: true });
const value = (line: string) => panel().getByLabel(`Value of line ${line}`, { exact: true });
const handle = (line: string) => panel().getByRole('button', { name: `Move line ${line}`, exact: true });
const press = (name: string) => panel().getByRole('button', { name, exact: true }).click();
const optionsOf = (line: string, part: typeof operator) => part(line).getByRole('option').allTextContents();
const chosen = async (line: string, part: typeof operator) =>
  (await part(line).locator('option:checked').textContent()) ?? '';
const rows = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((name) => name.trim()).sort();
const place = () => decodeURIComponent(at.page.url().replace(/^.*\/det/, ''));

let project = 0;
beforeAll(async () => {
  const { workspace } = await admin().call(postWorkspaceRoute, { name: 'Vision' });
  project =
    (await admin().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Digits' })).project?.id ?? 0;
  for (const [name, hidden] of [
    ['anna', 8],
    ['bob', 16],
    ['carl', 4],
  ] as const) {
    const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {hidden: ${hidden}}
resources: {slots_per_trial: 0}
`;
    const { experiment } = await admin().call(createExperimentRoute, { config, projectId: project, activate: false });
    if (name === 'carl') await admin().call(killExperimentRoute, { id: experiment?.id ?? 0 });
  }
});

test('[EXPLIST-009, EXPLIST-013, EXPLIST-017, EXPLIST-024] conditions say which rows there are, and are kept for the project', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  await filterButton().click();
  await press('Add condition');
  await column('1').selectOption({ label: 'Name' });
  await value('1').fill('a');
  await expect.poll(rows).toEqual(['anna', 'carl']);
  await press('Add condition');
  await column('2').selectOption({ label: 'hidden' });
  await operator('2').selectOption('>');
  await value('2').fill('6');
  await value('2').press('Enter');
  await expect.poll(rows).toEqual(['anna']);
  await panel().getByLabel('And or or').selectOption('or');
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  await panel().getByLabel('And or or').selectOption('and');
  await expect.poll(rows).toEqual(['anna']);
  await seen(panel().getByText('1 of 3 experiments', { exact: true }));
  expect(place()).toContain('"columnName":"hp.hidden"');
  expect(await violations(at.page)).toEqual([]);

  // Closed, each condition is a chip; another day they are there again.
  await press('Close filter');
  await seen(main().getByRole('listitem').filter({ hasText: 'hidden > 6' }));
  const kept = at.page.waitForResponse(
    (answer) => answer.url().includes('/users/setting') && answer.request().method() === 'POST',
  );
  await main().getByRole('switch', { name: 'Show Archived' }).click();
  const [setting] = ((await kept).request().postDataJSON() as { settings: { value: string }[] }).settings;
  expect(JSON.parse(JSON.parse(setting?.value ?? '').filterset)).toEqual({
    filterGroup: {
      kind: 'group',
      conjunction: 'and',
      children: [
        expect.objectContaining({ kind: 'field', columnName: 'name', operator: 'contains', value: 'a' }),
        expect.objectContaining({ kind: 'field', columnName: 'hp.hidden', operator: '>', value: 6 }),
      ],
    },
    showArchived: true,
  });
  await at.visitor.open(`/projects/${project}/experiments`);
  await expect.poll(rows).toEqual(['anna']);
  expect(place()).toContain('archived=true');
  await seen(main().getByRole('button', { name: 'Filter 2', exact: true }));

  // Nothing fits: said so, with the way out.
  await filterButton().click();
  await value('1').fill('nobody');
  await seen(main().getByRole('heading', { name: 'No results matching your filters', exact: true }));
  await main().getByRole('button', { name: 'Clear filters' }).last().click();
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  expect(place()).not.toContain('filter=');
});

test('[EXPLIST-032, EXPLIST-040, EXPLIST-046, EXPLIST-063, EXPLIST-064] columns have their questions and values', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await filterButton().click();
  await press('Add condition');
  await column('1').selectOption({ label: 'Name' });
  expect(await chosen('1', operator)).toBe('contains');
  await value('1').fill('ann');
  await expect.poll(rows).toEqual(['anna']);
  await operator('1').selectOption('isEmpty');
  await expect.poll(() => value('1').isDisabled()).toBe(true);
  await operator('1').selectOption('=');
  await expect.poll(() => value('1').isDisabled()).toBe(false);
  await value('1').fill('anna');
  await expect.poll(rows).toEqual(['anna']);

  // Another column begins anew.
  await column('1').selectOption({ label: 'State' });
  expect(await chosen('1', operator)).toBe('=');
  expect(await optionsOf('1', operator)).toEqual(['=', '!=']);
  expect(await value('1').inputValue()).toBe('');
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  expect(await optionsOf('1', value)).toEqual(['Choose…', 'Active', 'Paused', 'Canceled', 'Completed', 'Error']);
  await value('1').selectOption('Canceled');
  await expect.poll(rows).toEqual(['carl']);
  await column('1').selectOption({ label: 'Searcher' });
  expect(await optionsOf('1', value)).toEqual(['Choose…', 'adaptive_asha', 'single', 'grid', 'random', 'custom']);
  await column('1').selectOption({ label: 'User' });
  await value('1').selectOption({ label: 'admin' });
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  await column('1').selectOption({ label: 'Start time' });
  expect(await optionsOf('1', operator)).toEqual(['after', 'on or after', 'before', 'on or before']);
  await operator('1').selectOption('>=');
  await value('1').fill('2000-01-01');
  await expect.poll(place).toContain('2000-01-01T00:00:00.000Z');
  await operator('1').selectOption('<');
  await seen(main().getByRole('heading', { name: 'No results matching your filters', exact: true }));

  const columns = await optionsOf('1', column);
  expect(columns).toContain('Searcher Metric');
  expect(columns).not.toContain('Searcher Metric Value');
  await press('Clear filters');
});

test('[EXPLIST-027, EXPLIST-028, EXPLIST-029] groups nest three deep and hold fifty; lines are moved by keys and by dragging', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await filterButton().click();
  await press('Add condition');
  await column('1').selectOption({ label: 'Name' });
  await value('1').fill('anna');
  await press('Add condition group');
  const inGroup = panel().getByRole('list', { name: 'Conditions of the group' });
  await panel().getByRole('button', { name: 'group', exact: true }).click();
  const deepest = panel().getByRole('button', { name: 'group', exact: true }).nth(1);
  await seen(deepest);
  expect(await deepest.getAttribute('aria-disabled')).toBe('true');
  await deepest.click({ force: true });
  expect(await inGroup.count()).toBe(2);

  // By keys: into the group beside, and out again at its end.
  await handle('1').focus();
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('ArrowDown');
  await expect.poll(() => handle('1.1').getAttribute('aria-pressed')).toBe('true');
  await at.page.keyboard.press('Space');
  expect(await value('1.1').inputValue()).toBe('anna');
  await expect.poll(rows).toEqual(['anna']);
  await handle('1.1').focus();
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Escape');
  expect(await value('1.1').inputValue()).toBe('anna');

  // A group of two levels goes into no group; its conditions do.
  await press('Add condition group');
  await handle('1').dragTo(handle('2.1'));
  expect(await value('1.1').inputValue()).toBe('anna');
  await handle('1.1').dragTo(handle('2.1'));
  await seen(value('2.1'));
  await expect
    .poll(async () => [
      await value('2.1').inputValue(),
      await value('2.2')
        .inputValue()
        .catch(() => ''),
    ])
    .toContain('anna');

  const child = {
    kind: 'field',
    columnName: 'name',
    location: 'LOCATION_TYPE_EXPERIMENT',
    type: 'COLUMN_TYPE_TEXT',
    operator: 'contains',
    value: 'a',
  };
  const full = { kind: 'group', conjunction: 'or', children: Array.from({ length: 50 }, () => child) };
  await at.visitor.open(`/projects/${project}/experiments?filter=${encodeURIComponent(JSON.stringify(full))}`);
  await expect.poll(rows).toEqual(['anna', 'carl']);
  await filterButton().click();
  const add = panel().getByRole('button', { name: 'Add condition', exact: true });
  expect(await add.getAttribute('aria-disabled')).toBe('true');
  await press('Remove line 50');
  await expect.poll(() => add.getAttribute('aria-disabled')).toBeNull();
  await press('Clear filters');
});

test('[EXPLIST-118] a filter set as the earlier console kept it is in the builder; one that is none is said and dropped', async () => {
  const keep = async (filterset: string) => {
    const kept = { filterset, pageLimit: 20, sortString: 'id=desc', selection: { selections: [], type: 'ONLY_IN' } };
    const value = JSON.stringify({ columns: ['id', 'name'], columnWidths: { id: 50 }, compare: false, ...kept });
    await admin().call(postUserSettingRoute, {
      settings: [{ key: `projectTable-${project}`, storagePath: 'console', value }],
    });
    await at.visitor.signIn('/');
    await expect.poll(() => at.page.evaluate(() => Object.values(localStorage).join())).toContain(value);
    await at.visitor.open(`/projects/${project}/experiments`);
  };
  // Its fields and groups had ids of their own.
  const hidden = (operator: string, asked: number) => ({
    ...{
      columnName: 'hp.hidden',
      id: `${operator} ${asked}`,
      kind: 'field',
      location: 'LOCATION_TYPE_HYPERPARAMETERS',
    },
    ...{ operator, type: 'COLUMN_TYPE_NUMBER', value: asked },
  });
  const named = { columnName: 'name', id: 'a1', kind: 'field', location: 'LOCATION_TYPE_EXPERIMENT' };
  const inner = { children: [hidden('>', 6), hidden('=', 5)], conjunction: 'or', id: 'b1', kind: 'group' };
  const children = [{ ...named, operator: 'contains', type: 'COLUMN_TYPE_TEXT', value: 'a' }, inner];
  await keep(
    JSON.stringify({ filterGroup: { children, conjunction: 'and', id: 'ROOT', kind: 'group' }, showArchived: true }),
  );
  await expect.poll(rows).toEqual(['anna']);
  expect(await main().getByRole('switch', { name: 'Show Archived' }).isChecked()).toBe(true);
  await main().getByRole('button', { name: 'Filter 3', exact: true }).click();
  const line = async (at: string) => [
    await chosen(at, column),
    await chosen(at, operator),
    await value(at).inputValue(),
  ];
  await expect.poll(() => line('1')).toEqual(['Name', 'contains', 'a']);
  await expect.poll(() => line('2.1')).toEqual(['hidden', '>', '6']);
  expect(await line('2.2')).toEqual(['hidden', '=', '5']);

  await keep('{"filterGroup": 7');
  await seen(at.page.getByText('Unable to initialize filterset from settings'));
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
});

test('[EXPLIST-061] rows of the filter are 28 px high, nine of them show; closed, what needs more than a line is a number', async () => {
  const children = Array.from({ length: 12 }, (_, n) => ({
    ...{ kind: 'field', columnName: 'name', location: 'LOCATION_TYPE_EXPERIMENT', type: 'COLUMN_TYPE_TEXT' },
    ...{ operator: 'notContains', value: `no experiment ${n}` },
  }));
  const filter = JSON.stringify({ kind: 'group', conjunction: 'and', children });
  await at.visitor.signIn(`/projects/${project}/experiments?filter=${encodeURIComponent(filter)}`);
  await expect.poll(rows).toEqual(['anna', 'bob', 'carl']);
  const chips = main().getByRole('list', { name: 'Conditions', exact: true });
  const collapsed = main().getByRole('button', { name: '12 conditions', exact: true });
  await seen(collapsed);
  expect(await chips.count()).toBe(0);
  await collapsed.click();
  const lines = panel().getByRole('listitem');
  await expect.poll(() => lines.count()).toBe(12);
  const heights = await lines.evaluateAll((all) => all.map((line) => line.getBoundingClientRect().height));
  expect(new Set(heights)).toEqual(new Set([28]));
  const box = await lines.first().evaluate((line) => line.closest('ul')?.parentElement?.getBoundingClientRect().height);
  expect(box).toBe(9 * 28);
  for (let n = 12; n > 2; n--) await press(`Remove line ${n}`);
  await press('Close filter');
  await seen(chips);
  expect(await collapsed.count()).toBe(0);
});

test('a chip calls an account by its name and a state as the table does; an account that is gone by its number', async () => {
  const asked = [
    ['user', 'COLUMN_TYPE_TEXT', '=', at.cluster.admin.id],
    ['user', 'COLUMN_TYPE_TEXT', '!=', 999],
    ['state', 'COLUMN_TYPE_TEXT', '=', 'PAUSED'],
  ].map(([columnName, type, operator, value]) => ({
    ...{ kind: 'field', columnName, location: 'LOCATION_TYPE_EXPERIMENT', type, operator, value },
  }));
  const filter = JSON.stringify({ kind: 'group', conjunction: 'and', children: asked });
  const chips = () => main().getByRole('list', { name: 'Conditions', exact: true }).getByRole('listitem');
  const held = Promise.withResolvers<void>();
  const users = /\/api\/v1\/users(\?|$)/;
  await at.page.route(users, async (route) => {
    await held.promise;
    await route.continue();
  });
  await at.visitor.signIn(`/projects/${project}/experiments?filter=${encodeURIComponent(filter)}`);
  await expect.poll(() => chips().allTextContents()).toEqual(['User = …', 'User != …', 'State = Paused']);
  held.resolve();
  await expect.poll(() => chips().allTextContents()).toEqual(['User = admin', 'User != 999', 'State = Paused']);
  await at.page.unroute(users);
  await main().getByRole('button', { name: 'Remove User != 999', exact: true }).click();
  await expect.poll(() => chips().allTextContents()).toEqual(['User = admin', 'State = Paused']);
});

test('on a phone every operator of a condition can be read whole', async () => {
  const conditions = [
    { columnName: 'startTime', location: 'LOCATION_TYPE_EXPERIMENT', type: 'COLUMN_TYPE_DATE', operator: '>=' },
    { columnName: 'name', location: 'LOCATION_TYPE_EXPERIMENT', type: 'COLUMN_TYPE_TEXT', operator: 'contains' },
  ];
  const children = conditions.map((one) => ({ kind: 'field', value: null, ...one }));
  const filter = JSON.stringify({ kind: 'group', conjunction: 'and', children });
  await at.page.setViewportSize({ width: 390, height: 844 });
  await at.visitor.signIn(`/projects/${project}/experiments?filter=${encodeURIComponent(filter)}`);
  await main()
    .getByRole('button', { name: /^Filter/ })
    .click();
  for (const [line, said] of [
    [1, 'on or after'],
    [2, 'contains'],
  ] as const) {
    const operator = main().getByLabel(`Operator of line ${line}`, { exact: true });
    await expect.poll(() => operator.locator('option:checked').textContent()).toBe(said);
    // Left to itself it is as wide as the longest of its words.
    const lacks = await operator.evaluate((select: HTMLElement) => {
      const { width } = select.getBoundingClientRect();
      Object.assign(select.style, { width: 'max-content', justifySelf: 'start' });
      const wanted = select.getBoundingClientRect().width;
      select.removeAttribute('style');
      return wanted - width;
    });
    expect(lacks, said).toBeLessThanOrEqual(0);
  }
});
