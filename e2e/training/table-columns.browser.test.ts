import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { pressedTwice } from '../support/pressed-twice.ts';
import { gone, seen } from '../support/seen.ts';
import { wholeRow } from '../support/whole-row.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const heads = async () =>
  (await main().getByRole('columnheader').all()).length === 0
    ? []
    : main()
        .getByRole('columnheader')
        .evaluateAll((all) =>
          all
            .toSorted(
              (one, other) => Number(one.getAttribute('aria-colindex')) - Number(other.getAttribute('aria-colindex')),
            )
            .map((one) => one.getAttribute('aria-label')),
        );
const head = (name: string) => main().getByRole('columnheader', { name, exact: true });
const tool = (name: string) => main().getByRole('button', { name: new RegExp(`^${name} \\d+$`) });
const box = () => at.page.getByRole('dialog');
const place = () => at.page.url().replace(/^.*\/det/, '');

let project = 0;
let other = 0;
beforeAll(async () => {
  const { workspace } = await admin().call(postWorkspaceRoute, { name: 'Vision' });
  const workspaceId = workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  other = (await admin().call(postProjectRoute, { workspaceId, name: 'Letters' })).project?.id ?? 0;
  for (const [name, hidden] of [
    ['b', 8],
    ['a', 16],
    ['a', 4],
  ] as const) {
    const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {hidden: ${hidden}}
resources: {slots_per_trial: 0}
`;
    await admin().call(createExperimentRoute, { config, projectId: project, activate: false });
  }
});

const rows = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((name) => name.trim());

test('[EXPLIST-004, EXPLIST-007, EXPLIST-016, PROJ-021] columns are chosen, and kept for the project', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await seen(head('State'));
  await tool('Columns').click();
  // Each part says how many of its columns are shown; where a name is looked for, how many it finds.
  const part = (name: string) => box().getByRole('radio', { name, exact: true });
  const offered = () => box().getByRole('checkbox').count();
  const search = box().getByRole('searchbox', { name: 'Search columns' });
  await part('General (9)').click();
  expect(await box().getByRole('checkbox', { checked: true }).count()).toBe(9);
  const general = await offered();
  await seen(box().getByText(`9 shown of ${general + 1}`, { exact: true }));
  await search.fill('HIDD');
  await seen(box().getByText('No matching columns'));
  await seen(part('General (0)'));
  await part('Hyperparameters (1)').click();
  expect(await offered()).toBe(1);
  await search.fill('');
  await seen(part('Hyperparameters (0)'));
  await box().getByRole('checkbox', { name: 'hidden' }).click();
  await seen(head('hidden'));
  await seen(box().getByText(`10 shown of ${general + 1}`, { exact: true }));
  await part('General (9)').click();
  await search.fill('stat');
  await box().getByRole('checkbox', { name: 'State' }).click();
  await gone(head('State'));
  expect(place()).toContain('columns=');
  await at.page.keyboard.press('Escape');
  await gone(box());

  // Another day the same project has them again, another project does not.
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(head('hidden'));
  expect(await head('State').count()).toBe(0);
  expect(place()).toContain('hp.hidden');
  await at.visitor.open(`/projects/${other}/experiments`);
  await seen(main().getByRole('heading', { name: 'No experiments', exact: true }));
  expect(place()).not.toContain('columns=');

  await at.visitor.open(`/projects/${project}/experiments`);
  await tool('Columns').click();
  await box().getByRole('button', { name: 'Reset' }).click();
  await seen(head('State'));
  expect(place()).not.toContain('columns=');
});

test('[EXPLIST-012, EXPLIST-019, EXPLIST-042] columns are moved, pinned and unpinned, but for the last', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await seen(head('State'));
  const pinned = () =>
    main()
      .getByRole('columnheader')
      .evaluateAll((all) =>
        all.find((one) => one.getAttribute('data-pin-edge') === 'true')?.getAttribute('aria-label'),
      );
  expect(await pinned()).toBe('Description');
  await tool('Columns').click();
  await box().getByRole('button', { name: 'Pin State' }).click();
  await expect.poll(pinned).toBe('State');
  await box().getByRole('button', { name: 'Move State up' }).click();
  await expect.poll(async () => (await heads()).slice(1, 5)).toEqual(['ID', 'Name', 'State', 'Description']);
  // Whoever is quicker than the page is drawn moves it twice.
  await box().getByRole('button', { name: 'Move State up' }).evaluate(pressedTwice);
  await expect.poll(async () => (await heads()).slice(1, 5)).toEqual(['State', 'ID', 'Name', 'Description']);
  await box().getByRole('button', { name: 'Move State down' }).evaluate(pressedTwice);
  await expect.poll(async () => (await heads()).slice(1, 5)).toEqual(['ID', 'Name', 'State', 'Description']);
  for (const name of ['Description', 'State', 'Name'])
    await box()
      .getByRole('button', { name: `Unpin ${name}` })
      .click();
  await expect.poll(pinned).toBe('ID');
  const last = box().getByRole('button', { name: 'Unpin ID' });
  expect(await last.getAttribute('aria-disabled')).toBe('true');
  await at.page.reload();
  await expect.poll(pinned).toBe('ID');
});

test('pinned cells stay where there is a way sideways, in two panes that stick; where all columns fit nothing does', async () => {
  const table = `/projects/${project}/experiments`;
  await at.visitor.signIn(
    `${table}?columns=id,name,state,description,searcherMetricsVal,numTrials,duration,startTime,user,searcherType,tags,forkedFrom,resourcePool,checkpointSize`,
  );
  await at.page.setViewportSize({ width: 960, height: 800 });
  const grid = main().getByRole('grid');
  const row = grid.getByRole('row').filter({ has: at.page.getByRole('link', { name: 'b', exact: true }) });
  await seen(row);
  // The checkbox and the number stay in sight whatever else is pinned; at the other end the menu does.
  const whole = await wholeRow(row);
  const ends = async () => [
    (await whole.getByRole('checkbox').boundingBox())?.x,
    (await whole.getByRole('gridcell').nth(1).boundingBox())?.x,
    (await whole.getByRole('button', { name: /^Actions/ }).boundingBox())?.x,
  ];
  const before = await ends();
  const edge = (await grid.boundingBox()) ?? { x: 0, width: 0 };
  expect(edge.x + edge.width - (before[2] ?? 0)).toBeLessThan(60);
  await grid.evaluate((element) => element.scrollTo({ left: 200 }));
  await expect.poll(() => grid.evaluate((element) => element.scrollLeft)).toBe(200);
  expect(await ends()).toEqual(before);
  const sticks = () =>
    grid
      .getByRole('rowgroup')
      .last()
      .evaluate(
        (rows) => [...rows.querySelectorAll('*')].filter((one) => getComputedStyle(one).position === 'sticky').length,
      );
  expect(await sticks()).toBe(2);
  // Between them nothing is covered.
  const isBare = () =>
    whole.nth(1).evaluate((element) => {
      const { top, height } = element.getBoundingClientRect();
      return document.elementFromPoint(700, top + height / 2)?.closest('[role=gridcell]')?.parentElement === element;
    });
  expect(await isBare()).toBe(true);
  // It is one row: under the pointer it is marked in all its panes, and whoever has it read hears the same number in each.
  const colours = () => whole.evaluateAll((parts) => parts.map((one) => getComputedStyle(one).backgroundColor));
  const [plain] = await colours();
  const middle = (await row.boundingBox()) ?? { y: 0, height: 0 };
  await at.page.mouse.move(700, middle.y + middle.height / 2);
  await expect.poll(async () => new Set(await colours()).size).toBe(1);
  expect(await colours()).not.toContain(plain);
  await at.page.mouse.move(5, 5);
  await expect.poll(colours).toEqual([plain, plain, plain]);
  const numbers = await whole.evaluateAll((parts) => parts.map((one) => one.getAttribute('aria-rowindex')));
  expect(numbers).toHaveLength(3);
  expect(new Set(numbers).size).toBe(1);
  // A press beside the link, and the right button, find what the row has in another pane.
  await at.page.mouse.click(700, middle.y + middle.height / 2, { button: 'right' });
  await seen(at.page.getByRole('menuitem', { name: 'Copy Value' }));
  await at.page.keyboard.press('Escape');
  await at.visitor.open(`${table}?columns=id,name,state`);
  await seen(row);
  await expect.poll(sticks).toBe(0);
  await at.page.setViewportSize({ width: 1440, height: 900 });
});

test('[EXPLIST-008, EXPLIST-018, EXPLIST-041, EXPLIST-045] rows are sorted by several columns, none of them twice', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await tool('Sort').click();
  await box().getByRole('combobox', { name: 'Sort by' }).selectOption('name');
  await box().getByRole('combobox', { name: 'Direction of Name' }).selectOption('asc');
  await box().getByRole('button', { name: 'Add Sort' }).click();
  const then = box().getByRole('combobox', { name: 'Then by' });
  await then.selectOption('id');
  await expect.poll(() => new URL(at.page.url()).searchParams.get('sort')).toBe('name=asc,id=asc');
  await expect.poll(rows).toEqual(['a', 'a', 'b']);
  const offered = await then.getByRole('option').allTextContents();
  expect(offered).not.toContain('Name');
  expect(offered).not.toContain('Tags');
  await at.visitor.open(`/projects/${project}/experiments`);
  await expect.poll(() => new URL(at.page.url()).searchParams.get('sort')).toBe('name=asc,id=asc');
  await tool('Sort').click();
  await box().getByRole('button', { name: 'Remove Name' }).click();
  await expect.poll(rows).toEqual(['b', 'a', 'a']);
});

test('heads add to the order with Shift, by press and by key, and say their place in it', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  const order = () => new URL(at.page.url()).searchParams.get('sort');
  const places = () =>
    Promise.all(
      ['Name', 'ID'].map(async (name) => [
        await head(name).textContent(),
        await head(name).getAttribute('aria-sort'),
        await head(name).getAttribute('aria-description'),
      ]),
    );
  await head('Name').click();
  await expect.poll(order).toBe('name=asc');
  expect(await places()).toEqual([
    ['Name', 'ascending', null],
    ['ID', null, null],
  ]);
  await head('ID').click({ modifiers: ['Shift'] });
  await expect.poll(order).toBe('name=asc,id=desc');
  await expect.poll(rows).toEqual(['a', 'a', 'b']);
  expect(await places()).toEqual([
    ['Name1', 'ascending', 'Sort 1 of 2, ascending'],
    ['ID2', null, 'Sort 2 of 2, descending'],
  ]);
  // The other way in its place.
  await head('Name').focus();
  await at.page.keyboard.press('Shift+Enter');
  await expect.poll(order).toBe('name=desc,id=desc');
  await expect.poll(rows).toEqual(['b', 'a', 'a']);
  await at.visitor.open(`/projects/${project}/experiments`);
  await expect.poll(order).toBe('name=desc,id=desc');
  await head('ID').click();
  await expect.poll(order).toMatch(/^id=(asc|desc)$/);
  // Again before the address has followed.
  await main()
    .getByRole('grid')
    .evaluate(async (grid) => {
      const press = (name: string, shiftKey: boolean) =>
        grid
          .querySelector(`[role=columnheader][aria-label="${name}"]`)
          ?.dispatchEvent(new MouseEvent('click', { bubbles: true, shiftKey }));
      press('Name', false);
      await Promise.resolve();
      press('ID', true);
    });
  await expect.poll(order).toBe('name=asc,id=desc');
});

test('[EXPLIST-117] columns that cannot be read say so', async () => {
  const path = `**/api/v1/projects/${project}/columns*`;
  await at.page.route(path, (route) =>
    route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } }),
  );
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await tool('Columns').click();
  await seen(box().getByText('Unable to fetch project columns'));
  await at.page.unroute(path);
  await box().getByRole('button', { name: 'Retry' }).click();
  await seen(box().getByRole('button', { name: 'Hide ID' }));
});
