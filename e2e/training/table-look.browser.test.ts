import { readFileSync } from 'node:fs';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { postTableViewRoute } from '@determined/contract/training/view-ext-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const grid = () => main().getByRole('grid');
const head = (name: string) => main().getByRole('columnheader', { name, exact: true });
const heads = async () =>
  (
    await main()
      .getByRole('columnheader')
      .evaluateAll((all) =>
        all
          .toSorted(
            (one, other) => Number(one.getAttribute('aria-colindex')) - Number(other.getAttribute('aria-colindex')),
          )
          .map((one) => one.getAttribute('aria-label')),
      )
  ).filter((name) => name !== 'Selection' && name !== 'Actions');
const row = (name: string) => grid().getByRole('row').filter({ hasText: name });
const toggle = () => main().getByRole('button', { name: 'Heat map', exact: true });
const tinted = () => grid().locator('[data-heat="true"]').count();
const choose = async (name: string) => {
  await at.page.getByRole('menuitem', { name, exact: true }).click();
  await gone(at.page.getByRole('menu'));
};
const toast = (words: string) => at.page.getByRole('status').filter({ hasText: words }).first();
const menuOf = async (column: string) => {
  await head(column).focus();
  await at.page.keyboard.press('Alt+ArrowDown');
};
const metrics = 'name,state,searcherMetricsVal,validation.accuracy.max,hp.hidden';

let project = 0;
let other = 0;
const address = (of = project) => `/projects/${of}/experiments`;
beforeAll(async () => {
  const { workspace } = await admin().call(postWorkspaceRoute, { name: 'Vision' });
  const workspaceId = workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  other = (await admin().call(postProjectRoute, { workspaceId, name: 'Letters' })).project?.id ?? 0;
  for (const [projectId, name, loss] of [
    [project, 'anna', 0.5],
    [project, 'bob', 0.25],
    [other, 'carl', 0.75],
    [other, 'dora', 0.5],
  ] as const) {
    const config = `{name: ${name}, searcher: {name: single, metric: loss}, hyperparameters: {hidden: 8}}`;
    const { experiment } = await admin().call(createExperimentRoute, {
      config,
      projectId,
      unmanaged: true,
      activate: true,
    });
    const { trial } = await admin().call(createTrialRoute, {
      experimentId: experiment?.id ?? 0,
      unmanaged: true,
      hparams: {},
    });
    const report = { trialId: trial?.id ?? 0, trialRunId: 0, stepsCompleted: 1 };
    await admin().call(reportTrialMetricsRoute, {
      group: 'validation',
      metrics: { ...report, metrics: { avgMetrics: { loss, accuracy: 1 - loss } } },
    });
  }
});

test('[EXPLIST-055, EXPLIST-054, EXPLIST-109] the usual columns, 100 placeholders before them, and the words of a failed read', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  let fails = true;
  await at.page.route('**/experiment-rows*', async (route) => {
    await held;
    await (fails
      ? route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } })
      : route.continue());
  });
  await at.visitor.signIn(address());
  await expect.poll(() => grid().getAttribute('aria-busy')).toBe('true');
  const body = grid().getByRole('rowgroup').last();
  expect(await body.evaluate((element) => element.clientHeight)).toBe(100 * 36);
  expect(await heads()).toEqual([
    'ID',
    'Name',
    'Description',
    'Tags',
    'Forked',
    'Start time',
    'State',
    'Searcher',
    'User',
  ]);
  answer();
  await seen(main().getByRole('heading', { name: 'Failed to Load Data', exact: true }));
  await seen(main().getByText('Unable to fetch experiments.'));
  fails = false;
  await main().getByRole('button', { name: 'Retry' }).click();
  await seen(row('anna'));
});

test('[EXPLIST-021, EXPLIST-048, EXPLIST-116, PROJ-020] metrics are tinted by the ranges of the project, but for columns left out, and that is kept', async () => {
  const asked: string[] = [];
  at.page.on('request', (request) => {
    if (request.url().includes('metric-ranges')) asked.push(new URL(request.url()).pathname);
  });
  await at.visitor.signIn(address());
  await seen(row('anna'));
  expect(await toggle().count()).toBe(0);
  await at.visitor.open(`${address()}?columns=${metrics}`);
  await seen(toggle());
  expect([await tinted(), asked]).toEqual([0, []]);
  await at.page.route('**/metric-ranges*', (route) =>
    route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } }),
  );
  await toggle().click();
  await seen(main().getByRole('alert').filter({ hasText: 'Unable to fetch project heatmap' }));
  await at.page.unroute('**/metric-ranges*');
  await main().getByRole('alert').getByRole('button', { name: 'Retry' }).click();
  await expect.poll(tinted).toBe(4);
  expect(await toggle().getAttribute('aria-pressed')).toBe('true');
  const strength = (name: string) =>
    row(name)
      .locator('[data-heat="true"]')
      .evaluateAll((all) => all.map((cell) => (cell as HTMLElement).style.getPropertyValue('--h')));
  expect([await strength('bob'), await strength('anna')]).toEqual([
    ['1', '1'],
    ['0', '0'],
  ]);
  expect(await violations(at.page)).toEqual([]);
  await menuOf('validation.accuracy.max');
  await choose('Cancel Heatmap');
  await expect.poll(tinted).toBe(2);

  // Another day it is so again; another project has ranges and a switch of its own.
  await at.visitor.open(`${address()}?columns=${metrics}`);
  await expect.poll(tinted).toBe(2);
  await at.visitor.open(`${address(other)}?columns=${metrics}`);
  await seen(toggle());
  expect([await toggle().getAttribute('aria-pressed'), await tinted()]).toEqual(['false', 0]);
  await toggle().click();
  await expect.poll(tinted).toBe(4);
  expect(await strength('dora')).toEqual(['1', '1']);
  expect([...new Set(asked)].map((path) => path.replace(/^.*projects/, ''))).toEqual([
    `/${project}/experiments/metric-ranges`,
    `/${other}/experiments/metric-ranges`,
  ]);
});

test('a column’s menu sorts, moves, pins, hides, filters and sizes it; heads are dragged and moved by keys', async () => {
  await at.visitor.signIn(`${address(other)}?columns=id,name,state,user,hp.hidden`);
  await expect.poll(heads).toEqual(['ID', 'Name', 'State', 'User', 'hidden']);
  await menuOf('Name');
  await choose('Sort Descending');
  await expect.poll(() => new URL(at.page.url()).searchParams.get('sort')).toBe('name=desc');
  await menuOf('State');
  await choose('Move Right');
  await expect.poll(heads).toEqual(['ID', 'Name', 'User', 'State', 'hidden']);
  await head('hidden').focus();
  await at.page.keyboard.press('Alt+ArrowLeft');
  await expect.poll(heads).toEqual(['ID', 'Name', 'User', 'hidden', 'State']);
  await head('State').dragTo(head('Name'), { sourcePosition: { x: 12, y: 14 }, targetPosition: { x: 12, y: 14 } });
  await expect.poll(heads).toEqual(['ID', 'State', 'Name', 'User', 'hidden']);
  // A drag is no press: the order stays.
  expect(new URL(at.page.url()).searchParams.get('sort')).toBe('name=desc');
  await head('Name').click({ button: 'right', position: { x: 12, y: 14 } });
  await seen(at.page.getByRole('menuitem', { name: 'Hide Column' }));
  expect(await at.page.getByRole('menuitem', { name: /^Hide Column/ }).getAttribute('aria-disabled')).toBe('true');
  await at.page.keyboard.press('Escape');
  await menuOf('User');
  await choose('Hide Column');
  await gone(head('User'));

  const width = async () => Math.round((await head('hidden').boundingBox())?.width ?? 0);
  const before = await width();
  await head('hidden').focus();
  await at.page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBe(before + 16);
  await menuOf('hidden');
  await choose('Reset Width');
  await expect.poll(width).toBe(before);

  await menuOf('hidden');
  await choose('Add Filter');
  const line = main().getByRole('region', { name: 'Filter', exact: true });
  await expect.poll(() => line.getByLabel('Column of line 1').locator('option:checked').textContent()).toBe('hidden');
});

test('[EXPLIST-122] a cell’s value is copied by keys, and from the menu of its row', async () => {
  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await at.visitor.signIn(`${address()}?columns=${metrics}`);
  const cell = row('bob').locator('[role="gridcell"]').filter({ hasText: '0.250000' });
  await seen(cell);
  await cell.click();
  await at.page.keyboard.press('ControlOrMeta+C');
  await seen(toast('Value has been copied to clipboard.'));
  const clipboard = () => at.page.evaluate(() => navigator.clipboard.readText());
  expect(await clipboard()).toBe('0.25');
  await row('anna').locator('[role="gridcell"]').filter({ hasText: '0.500000' }).first().click({ button: 'right' });
  await choose('Copy Value');
  await expect.poll(clipboard).toBe('0.5');
});

test('the words of a row’s dots go when its menu comes', async () => {
  await at.page.clock.install();
  await at.visitor.signIn(address());
  const dots = at.page.getByRole('button', { name: /^Actions of/ }).first();
  await dots.hover();
  await at.page.clock.runFor(1_000);
  await seen(at.page.getByRole('tooltip').filter({ hasText: 'Actions of' }));
  await dots.click();
  await seen(at.page.getByRole('menu'));
  const box = await dots.boundingBox();
  await at.page.mouse.move((box?.x ?? 0) + 3, (box?.y ?? 0) + 3);
  await at.page.clock.runFor(1_000);
  await gone(at.page.getByRole('tooltip'));
});

test('[SETTINGS-046] columns, widths, order, page size and ticked rows are kept for the table', async () => {
  const saved = at.page.waitForResponse(
    (answer) => answer.url().includes('/users/setting') && answer.request().method() === 'POST',
  );
  await at.visitor.signIn(`${address()}?columns=id,name,state`);
  await seen(row('anna'));
  await main()
    .getByRole('button', { name: /^Columns \d+$/ })
    .click();
  await at.page.getByRole('dialog').getByRole('button', { name: 'Hide ID' }).click();
  await at.page.keyboard.press('Escape');
  await head('State').focus();
  await at.page.keyboard.press('Shift+ArrowRight');
  await head('Name').click({ position: { x: 12, y: 14 } });
  await main().getByLabel('Rows per page').selectOption('40');
  await main().getByRole('checkbox', { name: 'Select bob' }).check();
  const wide = (await head('State').boundingBox())?.width;
  await saved;
  await at.page.reload();
  await at.visitor.open(address());
  await seen(row('anna'));
  expect(await heads()).toEqual(['Name', 'State']);
  expect((await head('State').boundingBox())?.width).toBe(wide);
  expect(await head('Name').getAttribute('aria-sort')).toBe('ascending');
  expect(await main().getByLabel('Rows per page').inputValue()).toBe('40');
  expect(await main().getByRole('checkbox', { name: 'Select bob' }).isChecked()).toBe(true);
});

test('[EXPLIST-006] with explist_v2 off the list has its columns, but no filter builder, no pins and no comparison', async () => {
  await at.visitor.signIn('/dashboard');
  await at.visitor.open(`${address()}?columns=id,name,state&f_explist_v2=off`);
  await seen(row('anna'));
  expect(
    await main()
      .getByRole('button', { name: /^Filter \d+$/ })
      .count(),
  ).toBe(0);
  expect(await main().getByRole('button', { name: 'Compare' }).count()).toBe(0);
  expect(await grid().locator('[role="columnheader"][data-pin-edge="true"]').getAttribute('aria-label')).toBe(
    'Selection',
  );
  await main()
    .getByRole('button', { name: /^Columns \d+$/ })
    .click();
  const box = at.page.getByRole('dialog');
  await seen(box.getByRole('button', { name: 'Hide ID' }));
  expect(await box.getByRole('button', { name: /^(Unp|P)in / }).count()).toBe(0);
  await at.page.keyboard.press('Escape');
  await menuOf('State');
  await seen(at.page.getByRole('menuitem', { name: /^Hide Column/ }));
  expect(await at.page.getByRole('menuitem', { name: /Pin|Filter/ }).count()).toBe(0);

  await at.visitor.open(`${address()}?f_explist_v2=on`);
  await seen(main().getByRole('button', { name: /^Filter \d+$/ }));
  await seen(main().getByRole('button', { name: 'Compare' }));
});

test('[EXPLIST-082] what was edited shows in the row before the server has answered', async () => {
  await at.visitor.signIn(`${address(other)}?columns=id,name,description`);
  await main().getByRole('button', { name: 'Actions of carl' }).click();
  await choose('Edit');
  const dialog = at.page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name' }).fill('cora');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('of another kind');
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await at.page.route('**/api/v1/experiments/*', async (route) => {
    if (route.request().method() === 'PATCH') await held;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save Changes' }).click();
  await expect.poll(() => row('of another kind').textContent()).toContain('cora');
  answer();
  await seen(toast('Experiment updated successfully'));
});

test('a view has a name, is changed, shared and opened by others; a link shows it for good to who may see the project', async () => {
  const views = () => main().getByRole('button', { name: /^View/ });
  const dialog = () => at.page.getByRole('dialog');
  await at.visitor.signIn(`${address(other)}?columns=id,name,searcherMetricsVal&sort=name%3Ddesc`);
  await seen(row('carl').or(row('cora')));
  await views().click();
  await choose('Save as New View');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('By name');
  await dialog().getByRole('checkbox', { name: 'Share in the project' }).check();
  expect(await violations(at.page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Save' }).click();
  await gone(dialog());
  await seen(main().getByRole('button', { name: 'View: By name', exact: true }));

  // Changed since: said, thrown away, or saved.
  await menuOf('ID');
  await choose('Hide Column');
  await seen(main().getByRole('button', { name: 'View: By name edited' }));
  await views().click();
  await choose('Discard Changes');
  await expect.poll(heads).toEqual(['ID', 'Name', 'loss']);
  await menuOf('ID');
  await choose('Hide Column');
  await views().click();
  await choose('Save Changes');
  await gone(main().getByRole('button', { name: /edited/ }));

  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await views().click();
  await choose('Copy Link');
  await seen(toast('Link copied'));
  const link = await at.page.evaluate(() => navigator.clipboard.readText());
  expect(new URL(link).pathname).toMatch(/^\/det\/v\/[a-z0-9]+$/);
  await views().click();
  await choose('Rename');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Names');
  await dialog().getByRole('button', { name: 'Save' }).click();
  await seen(main().getByRole('button', { name: 'View: Names', exact: true }));

  // Of one's own, shared again, and what others see first.
  const group = (label: string) =>
    at.page
      .getByRole('menu')
      .locator('div')
      .filter({ hasText: new RegExp(`^${label}`) });
  await views().click();
  await choose('Stop Sharing');
  await views().click();
  await seen(group('Only mine').getByRole('menuitem', { name: 'Names' }));
  await choose('Share in Project');
  await views().click();
  await seen(group('Shared in the project').getByRole('menuitem', { name: 'Names' }));
  await choose('Set as Default');
  await views().click();
  await seen(at.page.getByRole('menuitem', { name: 'Names default' }));
  await choose('No Longer Default');
  await views().click();
  await seen(at.page.getByRole('menuitem', { name: 'Set as Default' }));
  expect(await at.page.getByRole('menuitem', { name: 'Names default' }).count()).toBe(0);
  await at.page.keyboard.press('Escape');

  // Without it the table is as the reader has set it; with it, as it was saved.
  await views().click();
  await choose('Close View');
  await expect.poll(heads).toContain('ID');
  await views().click();
  await choose('Names');
  await expect.poll(heads).toEqual(['Name', 'loss']);
  await views().click();
  await choose('Delete View');
  await seen(main().getByRole('button', { name: 'Views', exact: true }));

  // The link says what it said.
  await at.visitor.open(new URL(link).pathname.replace('/det', ''));
  await expect.poll(heads).toEqual(['Name', 'loss']);
  expect(await head('Name').getAttribute('aria-sort')).toBe('descending');
  await at.visitor.open('/v/nosuchkey');
  await seen(at.page.getByRole('heading', { name: "Page not found or you don't have access" }));
});

test('who has set nothing himself sees the project’s default view, and may close it', async () => {
  const { workspace } = await admin().call(postWorkspaceRoute, { name: 'Speech' });
  const projectId =
    (await admin().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Fresh' })).project?.id ?? 0;
  const { view } = await admin().call(postTableViewRoute, {
    params: { projectId },
    body: { table: 'experiments', name: 'Ours', state: { columns: 'id,name', sort: 'name=asc' }, isDefault: true },
  });
  await at.visitor.signIn(address(projectId));
  const said = () => Object.fromEntries(new URL(at.page.url()).searchParams);
  await expect.poll(said).toMatchObject({ view: String(view.id), columns: 'id,name', sort: 'name=asc' });
  await main().getByRole('button', { name: 'View: Ours' }).click();
  await choose('Close View');
  await expect.poll(said).toEqual({ sort: 'id=desc' });
});

test('what the table shows is saved as CSV: its columns, all rows of its filter, in its order', async () => {
  await at.visitor.signIn(`${address()}?columns=id,name,validation.accuracy.max&sort=name%3Ddesc`);
  await seen(row('anna'));
  const [file] = await Promise.all([
    at.page.waitForEvent('download'),
    main().getByRole('button', { name: 'Export as CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toBe(`experiments-of-project-${project}.csv`);
  const text = readFileSync(await file.path(), 'utf8');
  expect(text.replaceAll(/^\d+,/gm, '#,')).toBe('ID,Name,validation.accuracy.max\r\n#,bob,0.75\r\n#,anna,0.5\r\n');
  await seen(main().getByRole('button', { name: 'Export as CSV' }));
});
