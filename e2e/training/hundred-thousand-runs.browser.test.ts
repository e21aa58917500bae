import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { DevUser } from '@determined/dev-cluster/dev-cluster.ts';
import { makeManyRuns } from '@determined/dev-cluster/many-runs.ts';
import { sql } from 'kysely';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const count = 100_000;
const admin = () => at.cluster.admin.client;
const main = (page = at.page) => page.getByRole('main');
const grid = (page?: Page) => main(page).getByRole('grid', { name: 'Runs' });
const head = (name: string) => main().getByRole('columnheader', { name, exact: true });
const tool = (name: string) => main().getByRole('button', { name: new RegExp(`^${name} \\d+$`) });
const box = () => at.page.getByRole('dialog');
const bar = () => main().getByRole('region', { name: 'Selection', exact: true });
const item = (name: string | RegExp) => at.page.getByRole('menuitem', { name });
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });
const ids = async (page?: Page) =>
  (await grid(page).getByRole('row').locator('[data-row-link]').allTextContents()).map((id) => Number(id.trim()));
const search = (page = at.page) => new URL(page.url()).searchParams;
const row = (id: number) =>
  grid()
    .getByRole('row')
    .filter({ has: at.page.getByRole('link', { name: `${id}`, exact: true }) });
const page = (total: number) => main().getByText(`1–40 of ${total.toLocaleString('en')}`, { exact: true });

let [workspaceId, project] = [0, 0];
let viewer: DevUser;
let stranger: DevUser;
/** What the filter leaves, as the database itself says it: by state, of a state the largest `hp0` first. */
let expected: { id: number; state: string; hp0: number; m1: number }[] = [];

beforeAll(async () => {
  workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Many' })).project?.id ?? 0;
  const { db, close } = await at.cluster.connect();
  await makeManyRuns({ client: admin(), db }, { projectId: project, count, metrics: 4, hyperparameters: 4 });
  const { rows } = await sql<(typeof expected)[number]>`select * from (
      select t.id, t.state, (t.hparams ->> 'hp0')::float8 as hp0,
        (m.summary_metrics -> 'validation_metrics' -> 'm1' ->> 'last')::float8 as m1
      from trials t join trial_metrics m on m.trial_id = t.id where m.project_id = ${project}) r
    where hp0 < 0.005 and m1 >= 0.5 order by state, hp0 desc`.execute(db);
  expected = rows;
  await close();
  viewer = await at.cluster.newUser();
  stranger = await at.cluster.newUser();
  await admin().call(assignRolesRoute, {
    userRoleAssignments: [
      { userId: viewer.id, roleAssignment: { role: { roleId: 4 }, scopeWorkspaceId: workspaceId } },
    ],
  } as never);
});

test('of 100,000 runs thirty are found, looked at, compared, tagged, archived and taken back, and the view is shared', async () => {
  // A project of so many opens at its newest.
  await at.visitor.signIn(`/projects/${project}/runs`);
  await main().getByRole('combobox', { name: 'Rows per page' }).selectOption('40');
  await seen(page(count));
  await expect.poll(() => ids()).toEqual(Array.from({ length: 40 }, (_, n) => count - n));
  await seen(at.page.getByRole('link', { name: /^Runs/ }).getByText(count.toLocaleString('en')));

  // A hyperparameter and a metric become columns, and conditions.
  await tool('Columns').click();
  for (const [tab, name] of [
    ['Hyperparameters', 'hp0'],
    ['Metrics', 'validation.m1.last'],
  ] as const) {
    await box()
      .getByRole('radio', { name: new RegExp(`^${tab}`) })
      .click();
    await box().getByRole('checkbox', { name, exact: true }).click();
    await seen(head(name));
  }
  await at.page.keyboard.press('Escape');
  await tool('Filter').click();
  const filter = main().getByRole('region', { name: 'Filter', exact: true });
  for (const [line, name, operator, value] of [
    ['1', 'hp0', '<', '0.005'],
    ['2', 'validation.m1.last', '>=', '0.5'],
  ] as const) {
    await filter.getByRole('button', { name: 'Add condition', exact: true }).click();
    await filter.getByLabel(`Column of line ${line}`, { exact: true }).selectOption({ label: name });
    await filter.getByLabel(`Operator of line ${line}`, { exact: true }).selectOption(operator);
    await filter.getByLabel(`Value of line ${line}`, { exact: true }).fill(value);
    await filter.getByLabel(`Value of line ${line}`, { exact: true }).press('Enter');
    const found = line === '1' ? count / 200 : expected.length;
    await seen(filter.getByText(`${found} of ${count.toLocaleString('en')} runs`, { exact: true }));
  }
  await filter.getByRole('button', { name: 'Close filter' }).click();
  await seen(page(expected.length));

  // Pinned, it stands before all that are not.
  await head('hp0').focus();
  await at.page.keyboard.press('Alt+ArrowDown');
  await item('Pin Column').click();
  await expect
    .poll(() => grid().locator('[role="columnheader"][data-pin-edge="true"]').getAttribute('aria-label'))
    .toBe('hp0');

  await tool('Sort').click();
  await box().getByRole('combobox', { name: 'Sort by' }).selectOption('state');
  await box().getByRole('combobox', { name: 'Direction of State' }).selectOption('asc');
  await box().getByRole('button', { name: 'Add Sort' }).click();
  await box().getByRole('combobox', { name: 'Then by' }).selectOption('hp.hp0');
  await box().getByRole('combobox', { name: 'Direction of hp0' }).selectOption('desc');
  await at.page.keyboard.press('Escape');
  const first = expected.slice(0, 40).map(({ id }) => id);
  await expect.poll(() => ids()).toEqual(first);
  expect(search().get('sort')).toBe('state=asc,hp.hp0=desc');

  await main().getByRole('button', { name: 'Heat map', exact: true }).click();
  // Two columns of metrics: the searcher's, which every table of runs has, is this one.
  await expect.poll(() => grid().locator('[data-heat="true"]').count()).toBe(80);
  // The smaller the better: no run of the project lies outside of 0 to 1.
  const heat = await row(first[0] ?? 0)
    .locator('[data-heat="true"]')
    .evaluateAll((all) => all.map((cell) => Number((cell as HTMLElement).style.getPropertyValue('--h'))));
  for (const strength of heat) expect(strength).toBeCloseTo(1 - (expected[0]?.m1 ?? 0), 3);
  expect(await violations(at.page)).toEqual([]);

  // Thirty: the first 25, and five by hand.
  const choose = async () => {
    await main().getByRole('button', { name: 'Select rows' }).click();
    await item('Select first 25').click();
    for (const id of first.slice(25, 30)) await row(id).getByRole('checkbox').check();
    await seen(bar().getByText('30 selected', { exact: true }));
  };
  await choose();

  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  const pane = main().getByRole('complementary', { name: 'Compare' });
  await pane.getByRole('tab', { name: 'Hyperparameters' }).click();
  const compared = pane.getByRole('region', { name: 'Hyperparameters of records' }).getByRole('rowheader');
  const thirty = expected.slice(0, 30);
  const sorted = (some: typeof expected) => some.toSorted((a, b) => a.m1 - b.m1).map(({ id }) => id);
  const comparedIds = async () => (await compared.allTextContents()).map(Number);
  await expect.poll(comparedIds).toEqual(sorted(thirty));
  const plot = pane.getByRole('img', { name: /^30 runs over 5 axes: hp0, hp1, hp2, hp3, m1\./ });
  const axis = plot.locator('[data-axis="hp0"] rect').last();
  await axis.scrollIntoViewIfNeeded();
  const { x = 0, y = 0, width = 0, height = 0 } = (await axis.boundingBox()) ?? {};
  // From above the axis down into the widest gap that some lie above of and some below.
  const values = thirty.map(({ hp0 }) => hp0).toSorted((a, b) => b - a);
  const gap = (n: number) => (values[n - 1] ?? 0) - (values[n] ?? 0);
  const kept = [...values.keys()].slice(8, 22).toSorted((a, b) => gap(b) - gap(a))[0] ?? 0;
  const [most = 0, least = 0] = [values[0], values[29]];
  const place = ((values[kept] ?? 0) + gap(kept) / 2 - least) / (most - least);
  await at.page.mouse.move(x + width / 2, y + 1);
  await at.page.mouse.down();
  await at.page.mouse.move(x + width / 2, y + height / 4);
  await at.page.mouse.move(x + width / 2, y + 4 + (1 - place) * (height - 8));
  await at.page.mouse.up();
  const upper = thirty.filter(({ hp0 }) => hp0 > (values[kept] ?? 0));
  await expect.poll(comparedIds).toEqual(sorted(upper));
  await seen(pane.getByText(new RegExp(`keeps? ${upper.length} of 30$`)));
  // The table is filtered with it, and those that are compared stay chosen.
  await seen(bar().getByText('30 selected', { exact: true }));
  await pane.getByRole('button', { name: /^Clear brush/ }).click();
  await expect.poll(comparedIds).toEqual(sorted(thirty));
  await main().getByRole('button', { name: 'Compare', exact: true }).click();
  await gone(pane);

  const act = async (name: RegExp) => {
    await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
    await item(name).click();
  };
  await act(/^Edit Tags/);
  await box().getByRole('combobox', { name: 'Add', exact: true }).fill('keep');
  await at.page.keyboard.press('Enter');
  await box().getByRole('button', { name: 'Edit Tags' }).click();
  await at.page.getByRole('button', { name: 'Edit Tags 30' }).click();
  await seen(toast('Edit Tags Success').getByText('Edit Tags succeeded for 30 runs.'));
  await expect.poll(() => grid().getByRole('gridcell', { name: 'keep', exact: true }).count()).toBe(30);
  await gone(bar());
  await choose();
  await act(/^Archive/);
  const preview = at.page.getByRole('dialog', { name: 'Archive 30 selected runs?' });
  await seen(preview.getByRole('region', { name: 'Will be archived' }).getByRole('heading', { name: /^30/ }));
  await preview.getByRole('button', { name: 'Archive 30', exact: true }).click();
  await seen(toast('Archive Success').getByText('Archive succeeded for 30 runs.'));
  await seen(page(expected.length - 30));
  await expect.poll(() => ids()).toEqual(expected.slice(30, 70).map(({ id }) => id));
  await toast('Archive Success').getByRole('link', { name: 'Receipt' }).click();
  await seen(main().getByRole('heading', { level: 1, name: 'Archive, 30 runs' }));
  await expect.poll(() => main().getByRole('row').filter({ hasText: 'Archived' }).count()).toBe(30);
  await at.page.getByRole('button', { name: 'Undo 30' }).click();
  await box().getByRole('button', { name: 'Unarchive 30', exact: true }).click();
  await seen(toast('Unarchive Success').getByText('Unarchive succeeded for 30 runs.'));
  // The table is as it was left.
  await at.visitor.open(`/projects/${project}/runs`);
  await seen(page(expected.length));
  await expect.poll(() => ids()).toEqual(first);

  await at.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main().getByRole('button', { name: /^View/ }).click();
  await item('Copy Link').click();
  await seen(toast('Link copied'));
  const link = new URL(await at.page.evaluate(() => navigator.clipboard.readText())).pathname;
  expect(link).toMatch(/^\/det\/v\/[a-z0-9]+$/);

  const other = await Visitor.arrive(at.browser, at.cluster);
  await other.signIn(link.replace('/det', ''), viewer.username);
  await expect.poll(() => ids(other.page)).toEqual(first);
  await seen(main(other.page).getByText(`1–40 of ${expected.length}`, { exact: true }));
  expect(search(other.page).get('sort')).toBe('state=asc,hp.hp0=desc');
  await main(other.page)
    .getByRole('button', { name: `Actions of run ${first[0]}`, exact: true })
    .click();
  const archive = other.page.getByRole('menuitem', { name: /^Archive/ });
  expect(await archive.getAttribute('aria-disabled')).toBe('true');
  expect(await archive.textContent()).toContain('Needs UPDATE_EXPERIMENT_METADATA in this workspace');
  await other.leave();
  await other.page.context().close();
  const third = await Visitor.arrive(at.browser, at.cluster);
  await third.signIn(link.replace('/det', ''), stranger.username);
  await seen(third.page.getByRole('heading', { name: "Page not found or you don't have access" }));
  expect(third.place).toBe(link.replace('/det', ''));
  await third.leave();
});
