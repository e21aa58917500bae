import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  getExperimentsRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { hold } from '../support/held-call.ts';
import { Poll } from '../support/polls.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const bar = () => main().getByRole('region', { name: 'Selection', exact: true });
const tick = (name: string) => main().getByRole('checkbox', { name: `Select ${name}`, exact: true });
const item = (name: string | RegExp) => at.page.getByRole('menuitem', { name });
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });
const held = (address: string, how?: { fail: boolean }) => hold(at.page, address, how);
const rows = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((name) => name.trim());
const chosenRows = () => main().getByRole('checkbox', { checked: true }).count();

/** Once what is chosen has been read. */
const actions = () => bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' });
async function act(name: RegExp): Promise<void> {
  await actions().click();
  await item(name).click();
}
/** The preview comes between asking for several and having it done. */
const preview = () => at.page.getByRole('dialog', { name: /selected experiments\?$/ });
async function confirm(button: RegExp): Promise<void> {
  await preview().getByRole('button', { name: button }).click();
}
/** What the test before chose is kept for the project, if its page went before that was saved. */
async function nothingChosen(): Promise<void> {
  await seen(tick('ended-19'));
  await selectFrom(/^Clear selected$/);
  await gone(bar());
}
async function selectFrom(name: RegExp): Promise<void> {
  await main().getByRole('button', { name: 'Select rows' }).click();
  await item(name).click();
}

/** What is archived by somebody else, between the preview and its execution. */
async function meanwhile(...names: string[]): Promise<void> {
  const { experiments } = await admin().call(getExperimentsRoute, { projectId: project, limit: 0 });
  for (const name of names)
    await admin().call(archiveExperimentRoute, { id: experiments.find((one) => one.name === name)?.id ?? 0 });
}

let workspaceId = 0;
let project = 0;
let other = 0;

async function create(name: string, { ended = false, projectId = project, unmanaged = false } = {}): Promise<number> {
  const config = `
name: ${name}
entrypoint: x
searcher: {name: single, metric: loss}
hyperparameters: {}
resources: {slots_per_trial: 0}
`;
  const asked = { config, projectId, activate: false, unmanaged };
  const id = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  if (ended) await admin().call(killExperimentRoute, { id });
  return id;
}

beforeAll(async () => {
  workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  project = (await admin().call(postProjectRoute, { workspaceId, name: 'Digits' })).project?.id ?? 0;
  other = (await admin().call(postProjectRoute, { workspaceId, name: 'Letters' })).project?.id ?? 0;
  for (let i = 1; i <= 26; i++) await create(`ended-${i}`, { ended: true });
  for (const name of ['paused-1', 'paused-2']) await create(name);
  await create('elsewhere', { unmanaged: true });
});

test('[EXPLIST-001, EXPLIST-011, EXPLIST-020, EXPLIST-022] rows are ticked one by one, in some steps, or all that match', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments?size=40`);
  await seen(tick('paused-1'));
  await gone(bar());
  await tick('paused-1').check();
  await seen(bar().getByText('1 selected', { exact: true }));
  for (const count of [5, 10, 25]) {
    await selectFrom(new RegExp(`^Select first ${count}$`));
    await seen(bar().getByText(`${count} selected`, { exact: true }));
  }
  await selectFrom(/^Clear selected$/);
  await gone(bar());
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(tick('paused-1'));
  await selectFrom(/^Select all/);
  await seen(bar().getByText('20 selected', { exact: true }));
  expect(await violations(at.page)).toEqual([]);
  await bar().getByRole('button', { name: 'Select all 29' }).click();
  await seen(bar().getByText('29 selected', { exact: true }));
  await seen(bar().getByText('9 on other pages'));
  await tick('paused-2').uncheck();
  await seen(bar().getByText('28 selected', { exact: true }));
  // What actions would do is counted over all pages.
  await actions().click();
  await expect
    .poll(async () => (await item(/./).allTextContents()).filter((text) => / of /.test(text)))
    .toEqual(['Retain Logs26 of 28', 'Archive26 of 28', 'Resume1 of 28', 'Kill1 of 28', 'Delete26 of 28']);
  await at.page.keyboard.press('Escape');

  // Kept for the project, and not for another one.
  await at.visitor.open(`/projects/${other}/experiments`);
  await seen(main().getByRole('heading', { name: 'No experiments', exact: true }));
  await gone(bar());
  await at.visitor.open(`/projects/${project}/experiments`);
  await seen(bar().getByText('28 selected', { exact: true }));
  expect(await tick('paused-2').isChecked()).toBe(false);
  await at.page.getByRole('button', { name: 'Next page' }).click();
  await expect.poll(chosenRows).toBe(9);
  await bar().getByRole('button', { name: 'Clear selected' }).click();
  await gone(bar());

  // With the keyboard alone: the head opens the same menu, a cell ticks its row.
  const head = main().getByRole('columnheader', { name: 'Selection' });
  await head.focus();
  await at.page.keyboard.press('Enter');
  await seen(item(/^Select first 5$/));
  await at.page.keyboard.press('Escape');
  await gone(item(/^Select first 5$/));
});

test('with Shift all rows from the last one ticked to another are, by press and by key', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments?size=40`);
  await nothingChosen();
  const shown = async () => (await main().getByRole('checkbox', { checked: true }).all()).length;
  await tick('ended-26').click();
  await tick('ended-22').click({ modifiers: ['Shift'] });
  await seen(bar().getByText('5 selected', { exact: true }));
  expect(await shown()).toBe(5);
  // Upwards, and out of it again; what is looked at is not marked as text.
  await tick('ended-24').click({ modifiers: ['Shift'] });
  await seen(bar().getByText('2 selected', { exact: true }));
  expect(await at.page.evaluate('String(getSelection())')).toBe('');
  const box = at.page.getByRole('checkbox', { name: 'Select ended-20', exact: true });
  await at.page.getByRole('gridcell').filter({ has: box }).focus();
  await at.page.keyboard.press('Space');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('ArrowDown');
  await at.page.keyboard.press('Shift+Space');
  await seen(bar().getByText('5 selected', { exact: true }));
  for (const name of ['ended-26', 'ended-25', 'ended-20', 'ended-19', 'ended-18'])
    expect(await tick(name).isChecked(), name).toBe(true);
  await bar().getByRole('button', { name: 'Clear selected' }).click();
  await gone(bar());
});

test('[EXPLIST-010, EXPLIST-066, EXPLIST-067, EXPLIST-068, EXPLIST-074, EXPLIST-084, EXPLIST-098] what is chosen is acted on where it can be', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await tick('ended-26').check();
  await tick('ended-25').check();
  await tick('paused-1').check();
  await tick('elsewhere').check();
  await actions().click();
  await expect
    .poll(async () => (await item(/./).allTextContents()).map((text) => text.replace(/\u00a0/g, ' ')))
    .toEqual([
      'Move4',
      'Retain Logs2 of 4',
      'Edit Tags4',
      'Add Note4',
      'Archive2 of 4',
      'UnarchiveNo eligible experiments',
      'Resume1 of 4',
      expect.stringMatching(/^Pause/),
      'Kill1 of 4',
      'Delete2 of 4',
    ]);
  expect(await item(/^Unarchive/).getAttribute('aria-disabled')).toBe('true');
  await item(/^Archive/).click();
  await confirm(/^Archive 2$/);
  await seen(toast('Archive Success').getByText('Archive succeeded for 2 experiments.'));
  await gone(bar());
  await expect.poll(async () => (await rows()).filter((name) => /ended-2[56]/.test(name))).toEqual([]);
  await toast('Archive Success').getByRole('button', { name: 'Undo' }).click();
  await seen(toast('Unarchive Success'));
  await expect.poll(async () => (await rows()).filter((name) => /ended-2[56]/.test(name))).toHaveLength(2);

  // Who runs the unmanaged one is not asked.
  await tick('paused-1').check();
  await tick('elsewhere').check();
  await act(/^Kill/);
  await confirm(/^Kill 1$/);
  await seen(toast('Kill Success').getByText('Unmanaged experiments are ignored: 1.'));
  await gone(bar());
  await expect
    .poll(async () => (await admin().call(getExperimentRoute, { experimentId: 27 })).experiment?.state)
    .toBe('STATE_CANCELED');
});

test('[EXPLIST-069, EXPLIST-070, EXPLIST-071, EXPLIST-113] what fails, and for which, is said', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await tick('ended-24').check();
  await tick('ended-23').check();
  await act(/^Archive/);
  await seen(preview());
  await meanwhile('ended-24');
  await confirm(/^Archive 2$/);
  await seen(toast('Partial Archive Failure').getByText('Archive succeeded for 1 out of 2 eligible experiments.'));
  await seen(toast('Partial Archive Failure').getByText('ended-24 (24): Experiment is already archived.'));

  await tick('ended-22').check();
  await tick('ended-21').check();
  await act(/^Archive/);
  await seen(preview());
  await meanwhile('ended-22', 'ended-21');
  await confirm(/^Archive 2$/);
  const failure = toast('Archive Failure').filter({ hasNotText: 'Partial' });
  await seen(failure.getByText('ended-22 (22): Experiment is already archived.'));

  await at.page.route('**/experiments/archive', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await tick('ended-20').check();
  await act(/^Archive/);
  await seen(at.page.getByText('Unable to Archive Selected Experiments'));
  // Nothing was done: the choice is still there to try again.
  await seen(bar().getByText('1 selected', { exact: true }));
  await at.page.unroute('**/experiments/archive');
  await bar().getByRole('button', { name: 'Clear selected' }).click();
});

test('[EXPLIST-072, EXPLIST-073, EXPLIST-083] moving, keeping logs and deleting', async () => {
  await at.visitor.signIn(`/projects/${project}/experiments`);
  await nothingChosen();
  await tick('ended-19').check();
  await tick('ended-18').check();
  await act(/^Retain Logs/);
  const dialog = at.page.getByRole('dialog');
  await dialog.getByLabel('Number of Days').fill('7');
  await dialog.getByRole('button', { name: 'Retain Logs' }).click();
  await confirm(/^Retain Logs 2$/);
  await seen(toast('Retain Logs Success').getByText('Retain Logs succeeded for 2 experiments.'));
  await gone(bar());

  const move = async (...names: string[]) => {
    for (const name of names) await tick(name).check();
    await act(/^Move/);
    await seen(dialog.getByRole('heading', { name: 'Move 2 experiments', exact: true }));
    await dialog.getByLabel('Workspace').selectOption({ label: 'Vision' });
    await dialog.getByLabel('Project').selectOption({ label: 'Letters' });
    await dialog.getByRole('button', { name: 'Move Experiments' }).click();
    await seen(preview().getByText('They go to Vision / Letters.'));
  };
  await move('ended-16', 'ended-15');
  await meanwhile('ended-16');
  await confirm(/^Move 2$/);
  await seen(toast('Partial Move Failure').getByText('Move succeeded for 1 out of 2 eligible experiments.'));
  await move('ended-14', 'ended-13');
  await meanwhile('ended-14', 'ended-13');
  await confirm(/^Move 2$/);
  await seen(toast('Move Failure').getByText('Unable to move 2 experiments.'));
  await move('ended-19', 'ended-18');
  const moving = await held('**/receipts/*/execute', { fail: true });
  await confirm(/^Move 2$/);
  await expect.poll(async () => (await rows()).filter((name) => /^ended-1[89]$/.test(name))).toEqual([]);
  await moving.answer();
  await seen(preview().getByText('Unable to Move Selected Experiments: out of order'));
  await expect.poll(rows).toEqual(expect.arrayContaining(['ended-19', 'ended-18']));
  await confirm(/^Move 2$/);
  await seen(toast('Move Success').getByText('Successfully Moved.'));
  expect(await rows()).not.toContain('ended-19');
  await toast('Move Success').getByRole('link', { name: 'View Workspace' }).click();
  await expect.poll(() => at.page.url()).toContain(`/workspaces/${workspaceId}`);

  await at.visitor.open(`/projects/${other}/experiments`);
  await expect.poll(rows).toEqual(['ended-19', 'ended-18', 'ended-15']);
  // It goes as soon as it is asked for, before the server has answered. What that cannot do is there again, also before rows are read anew.
  await tick('ended-18').check();
  await act(/^Delete/);
  const asked = at.page.getByRole('alertdialog');
  const ask = () => asked.getByRole('button', { name: 'Delete Experiment' }).click();
  const failing = await held('**/experiments/delete', { fail: true });
  const reading = await held('**/experiment-rows?*');
  await ask();
  await expect.poll(rows).toEqual(['ended-19', 'ended-15']);
  await failing.answer();
  await seen(asked.getByText('Unable to delete experiment: out of order'));
  await expect.poll(rows).toEqual(['ended-19', 'ended-18', 'ended-15']);
  await reading.answer();
  const deleting = await held('**/experiments/delete');
  await ask();
  await expect.poll(rows).toEqual(['ended-19', 'ended-15']);
  await deleting.answer();
  await seen(toast('Delete Success'));
});

test('[EXPLIST-056, EXPLIST-110] what is chosen is read every 30 seconds; a failure is said', async () => {
  await Poll.withoutLiveHints(at.page);
  await at.visitor.signIn(`/projects/${project}/experiments`);
  const poll = new Poll(at.page, (url) => url.pathname.endsWith('/experiment-rows') && url.searchParams.has('ids'));
  await tick('ended-10').check();
  await at.page.clock.runFor(1_000);
  await seen(bar().getByText('1 selected', { exact: true }));
  await poll.comesEvery(30);
  await at.page.route(/experiment-rows\?.*ids=/, (route) =>
    route.fulfill({ status: 500, json: { message: 'broken' } }),
  );
  await tick('ended-11').check();
  await at.page.clock.runFor(20_000);
  await seen(bar().getByText('Unable to fetch selected experiments.'));
  await at.page.unroute(/experiment-rows\?.*ids=/);
  await bar().getByRole('button', { name: 'Retry' }).click();
  await at.page.clock.runFor(1_000);
  await seen(bar().getByText('2 selected', { exact: true }));
  await bar().getByRole('button', { name: 'Clear selected' }).click();
});

test('what an act left as it was is marked, with the reason where one looks, until it is dismissed or the next act', async () => {
  const apart = (await admin().call(postProjectRoute, { workspaceId, name: 'Left' })).project?.id ?? 0;
  for (const name of ['ended-7', 'ended-8', 'ended-9']) await create(name, { ended: true, projectId: apart });
  await create('paused-2', { projectId: apart });
  await at.visitor.signIn(`/projects/${apart}/experiments`);
  const row = (name: string) =>
    main()
      .getByRole('row')
      .filter({ has: at.page.getByRole('link', { name, exact: true }) });
  const mark = () => row('paused-2').getByRole('img', { name: 'Left as it was: not ended yet' });
  const strip = () => main().getByRole('region', { name: 'Left as they were: Archive' });
  const archive = async (name: string) => {
    for (const each of ['paused-2', name]) await tick(each).check();
    await act(/^Archive/);
    await confirm(/^Archive 1$/);
    await seen(mark());
  };
  await archive('ended-9');
  await seen(strip().getByText('Archive: 1 experiment left as it was.'));
  await gone(tick('ended-9'));
  expect(
    await main()
      .getByRole('img', { name: /^Left as it was/ })
      .count(),
  ).toBe(1);
  const reason = strip().getByText(/^paused-2 \(\d+\): not ended yet$/);
  await row('ended-8').hover();
  await gone(reason);
  await row('paused-2').hover();
  await seen(reason);
  await row('ended-8').getByRole('gridcell').nth(3).focus();
  await gone(reason);
  await row('paused-2').getByRole('gridcell').nth(3).focus();
  await seen(reason);
  expect(await violations(at.page)).toEqual([]);
  await at.page.setViewportSize({ width: 390, height: 844 });
  await seen(main().getByRole('listitem').filter({ hasText: 'paused-2' }).getByText('not ended yet'));
  await at.page.setViewportSize({ width: 1440, height: 900 });
  await strip().getByRole('button', { name: 'Dismiss' }).click();
  await gone(mark());
  await archive('ended-8');
  await tick('ended-7').check();
  await act(/^Archive/);
  await gone(mark());
  await gone(strip());
});
