import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, killExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const client = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const tick = (name: string) => main().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });
const names = async () => (await main().getByRole('row').locator('[data-row-link]').allTextContents()).toSorted();
const dialog = (title: string) => at.page.getByRole('dialog', { name: title, exact: true });
const cells = async (column: number) => {
  const texts: (string | null)[] = [];
  for (const row of await main().getByRole('grid', { name: 'Results' }).getByRole('row').all()) {
    const cell = row.getByRole('gridcell').nth(column);
    if ((await cell.count()) > 0) texts.push(await cell.textContent());
  }
  return texts;
};

async function act(name: RegExp): Promise<void> {
  await main().getByRole('button', { name: 'Actions', exact: true }).click();
  await at.page.getByRole('menuitem', { name }).click();
}

let project = 0;
const ids: Record<string, number> = {};
beforeAll(async () => {
  const { workspace } = await client().call(postWorkspaceRoute, { name: 'Vision' });
  project =
    (await client().call(postProjectRoute, { workspaceId: workspace?.id ?? 0, name: 'Digits' })).project?.id ?? 0;
  for (const name of ['one', 'two', 'three', 'rests']) {
    const config = `name: ${name}\nentrypoint: x\nsearcher: {name: single, metric: loss}\nhyperparameters: {}\nresources: {slots_per_trial: 0}\n`;
    const { experiment } = await client().call(createExperimentRoute, { config, projectId: project, activate: false });
    ids[name] = experiment?.id ?? 0;
    if (name !== 'rests') await client().call(killExperimentRoute, { id: ids[name] ?? 0 });
  }
});

test('several are deleted: who is hit and who not is said before, what came of each after, and it is taken back', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  for (const name of ['one', 'two', 'rests']) await tick(name).check();
  await act(/^Delete/);
  const preview = dialog('Delete 2 of 3 selected experiments?');
  await seen(preview.getByText(/^Chosen at \d\d:\d\d:\d\d and frozen\./));
  const hit = preview.getByRole('region', { name: 'Will be deleted' });
  await expect.poll(() => hit.getByRole('heading').textContent()).toBe('2will be deleted admin 2; Stopped 2');
  expect((await hit.getByRole('listitem').allTextContents()).map((text) => text.replace(/\s+/g, ' '))).toEqual([
    expect.stringContaining('two'),
    expect.stringContaining('one'),
  ]);
  await seen(preview.getByRole('region', { name: 'refused' }).getByText('not ended yet'));
  await seen(preview.getByText(/^Undo until \d{4}-\d\d-\d\d, \d\d:\d\d\. Then the files go\.$/));
  expect(await violations(at.page)).toEqual([]);
  // The keyboard starts where nothing is broken, and comes back to where it was.
  await expect
    .poll(() => preview.getByRole('button', { name: 'Cancel' }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await at.page.keyboard.press('Enter');
  await gone(preview);
  expect(await names()).toEqual(['one', 'rests', 'three', 'two']);

  await act(/^Delete/);
  await preview.getByRole('button', { name: 'Delete 2' }).click();
  await expect.poll(names).toEqual(['rests', 'three']);
  await seen(toast('Delete Success').getByText('Delete succeeded for 2 experiments.'));
  await toast('Delete Success').getByRole('link', { name: 'Receipt' }).click();
  await seen(main().getByRole('heading', { name: 'Delete, 3 experiments', exact: true }));
  await expect.poll(() => cells(0)).toEqual(['Deleted', 'Deleted', 'Refused']);
  expect(await cells(1)).toEqual([ids.two, ids.one, ids.rests].map(String));
  expect(await cells(4)).toEqual(['hidden; can be undone', 'hidden; can be undone', 'not ended yet']);
  await seen(main().getByRole('complementary').getByText('3 experiments by hand'));
  expect(await violations(at.page)).toEqual([]);
  await main().getByRole('radio', { name: 'Refused 1' }).check();
  await expect.poll(() => cells(2)).toEqual(['rests']);
  await main().getByRole('radio', { name: 'All 3' }).check();

  await at.page.getByRole('button', { name: 'Undo 2' }).click();
  await dialog('Restore 2 selected experiments?').getByRole('button', { name: 'Restore 2' }).click();
  await seen(toast('Restore Success').getByText('Restore succeeded for 2 experiments.'));
  await at.visitor.open(`/projects/${project}/experiments`);
  await expect.poll(names).toEqual(['one', 'rests', 'three', 'two']);

  // All of it is found again.
  await at.page.getByRole('button', { name: 'User menu of admin' }).click();
  await at.page.getByRole('menuitem', { name: 'Receipts' }).click();
  await seen(main().getByRole('link', { name: 'Restore, 2 experiments' }));
  await main().getByRole('link', { name: 'Delete, 3 experiments' }).click();
  await seen(main().getByText('Taken back', { exact: true }));
  const undo = at.page.getByRole('button', { name: 'Undo 2' });
  await expect.poll(() => undo.getAttribute('aria-disabled')).toBe('true');
  await seen(
    main()
      .getByRole('complementary')
      .getByRole('link', { name: /^Receipt [0-9a-f]{6}$/ }),
  );
});

test('what takes long goes on, and says how far it is, on whichever page, also after that was loaded anew', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  const { pool, close } = await at.cluster.connect();
  const session = await pool.connect();
  await session.query('begin');
  await session.query('select 1 from experiments where id = $1 for update', [ids.two]);
  for (const name of ['one', 'two', 'three']) await tick(name).check();
  await act(/^Archive/);
  await dialog('Archive 3 selected experiments?').getByRole('button', { name: 'Archive 3' }).click();
  const strip = at.page.getByRole('region', { name: 'In progress' });
  await seen(strip.getByText('Archiving 3 experiments'));
  await gone(main().getByRole('region', { name: 'Selection', exact: true }));
  expect(await violations(at.page)).toEqual([]);
  await at.visitor.open('/dashboard');
  await seen(strip.getByText('Archiving 3 experiments'));
  await strip.getByRole('link', { name: 'Open receipt' }).click();
  await seen(main().getByText('In progress', { exact: true }));
  await expect.poll(() => cells(0)).toEqual(['Waiting', 'Waiting', 'Waiting']);
  await session.query('rollback');
  session.release();
  await close();
  await seen(toast('Archive Success').getByText('Archive succeeded for 3 experiments.'));
  await gone(strip);
  await expect.poll(() => cells(0)).toEqual(['Archived', 'Archived', 'Archived']);
  await toast('Archive Success').getByRole('button', { name: 'Undo' }).click();
  await seen(toast('Unarchive Success'));
});
