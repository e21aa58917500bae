import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { archiveProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  activateExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { deleteRunsRoute } from '@determined/contract/training/runs-routes.ts';
import {
  createTrialRoute,
  getExperimentTrialsRoute,
  getTrialRemainingLogRetentionDaysRoute,
} from '@determined/contract/training/trials-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { consoleTest } from '../support/console-test.ts';
import { hold } from '../support/held-call.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ flatRuns: true, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const admin = () => at.cluster.admin.client;
const main = () => at.page.getByRole('main');
const bar = () => main().getByRole('region', { name: 'Selection', exact: true });
const tab = (name: string) => at.page.getByRole('link', { name: new RegExp(`^${name}`) });
const head = (name: string) => main().getByRole('columnheader', { name, exact: true });
/** Names of all columns but those of checkboxes and menus, in their order. */
const heads = () =>
  main()
    .getByRole('columnheader')
    .evaluateAll((all) =>
      all
        .toSorted(
          (one, other) => Number(one.getAttribute('aria-colindex')) - Number(other.getAttribute('aria-colindex')),
        )
        .map((one) => one.getAttribute('aria-label'))
        .slice(1, -1),
    );
const item = (name: string | RegExp) => at.page.getByRole('menuitem', { name });
const dialog = () => at.page.getByRole('dialog').or(at.page.getByRole('alertdialog'));
const toast = (title: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: title });
const ids = async () =>
  (await main().getByRole('row').locator('[data-row-link]').allTextContents()).map((id) => Number(id.trim()));
const row = (id: number) =>
  main()
    .getByRole('row')
    .filter({ has: at.page.getByRole('link', { name: `${id}`, exact: true }) });
const openMenu = (id: number) => at.page.getByRole('button', { name: `Actions of run ${id}`, exact: true }).click();
async function act(id: number, action: string): Promise<void> {
  await openMenu(id);
  await item(new RegExp(`^${action}`)).click();
}
async function blocked(id: number): Promise<string[]> {
  await openMenu(id);
  await seen(item(/^Move/));
  const off = await at.page.getByRole('menuitem', { disabled: true }).allTextContents();
  await at.page.keyboard.press('Escape');
  await gone(item(/^Move/));
  return off;
}
const tick = (id: number) => row(id).getByRole('checkbox');
const held = (address: string, how?: { fail: boolean }) => hold(at.page, address, how);

let [workspaceId, project, other, empty] = [0, 0, 0, 0];
/** Runs: of a search, which goes on; of single searchers, which rest, wait for a machine, have ended, run elsewhere. */
let [part, resting, waiting, ended, alsoEnded, elsewhere] = [0, 0, 0, 0, 0, 0];
let search = 0;

async function create(
  name: string,
  searcher = '{name: single, metric: loss}',
  unmanaged = false,
): Promise<[number, number]> {
  const config = `
name: ${name}
entrypoint: x
searcher: ${searcher}
hyperparameters: {}
resources: {slots_per_trial: 0}
`;
  const asked = { config, projectId: project, activate: false, unmanaged };
  const experimentId = (await admin().call(createExperimentRoute, asked)).experiment?.id ?? 0;
  if (unmanaged)
    return [experimentId, (await admin().call(createTrialRoute, { experimentId, unmanaged })).trial?.id ?? 0];
  const { trials } = await admin().call(getExperimentTrialsRoute, { experimentId });
  return [experimentId, trials[0]?.id ?? 0];
}
const projectOf = async (experimentId: number) =>
  (await admin().call(getExperimentRoute, { experimentId })).experiment?.projectId;

beforeAll(async () => {
  workspaceId = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  const make = async (name: string) => (await admin().call(postProjectRoute, { workspaceId, name })).project?.id ?? 0;
  [project, other, empty] = [await make('Digits'), await make('Letters'), await make('Empty')];
  await admin().call(archiveProjectRoute, { id: await make('Old') });
  [search, part] = await create('many', '{name: random, metric: loss, max_trials: 2, max_concurrent_trials: 1}');
  [, resting] = await create('resting');
  const [begun, first] = await create('waiting');
  waiting = first;
  await admin().call(activateExperimentRoute, { id: begun });
  for (const name of ['ended', 'also-ended']) {
    const [experimentId, run] = await create(name);
    await admin().call(killExperimentRoute, { id: experimentId });
    if (name === 'ended') ended = run;
    else alsoEnded = run;
  }
  [, elsewhere] = await create('elsewhere', undefined, true);
});

test('[PROJ-003, PROJ-006, EXPLIST-002, EXPLIST-003, EXPLIST-005, EXPLIST-014, EXPLIST-047] a project has a table of runs and one of searches', async () => {
  await at.visitor.signIn(`/projects/${project}`);
  await seen(head('Global Run ID'));
  expect(at.visitor.place).toContain('/runs');
  await expect
    .poll(heads)
    .toEqual(['Global Run ID', 'State', 'Search Name', 'Start Time', 'User', 'loss', 'Tags', 'Duration']);
  await expect.poll(ids).toEqual([elsewhere, alsoEnded, ended, waiting, resting, part]);
  await seen(tab('Runs').getByText('6'));
  await seen(tab('Searches').getByText('1'));
  await gone(tab('Experiments'));
  await seen(main().getByRole('combobox', { name: 'Rows per page' }));
  await tick(part).check();
  await seen(bar().getByText('1 selected', { exact: true }));
  expect(await violations(at.page)).toEqual([]);
  await bar().getByRole('button', { name: 'Clear selected' }).click();

  await main()
    .getByRole('button', { name: /^Filter/ })
    .click();
  await main().getByRole('button', { name: 'Add condition', exact: true }).click();
  const column = main().getByRole('combobox', { name: /^Column of/ });
  await seen(column);
  const offered = (await column.getByRole('option').allTextContents()).map((name) => name.trim());
  expect(offered).toContain('Search Name');
  for (const name of ['Parent Archived', 'Part of Search']) expect(offered).not.toContain(name);

  // What has but one run is no search.
  await tab('Searches').click();
  await expect.poll(heads).toEqual(['ID', 'Name', 'State', 'Start time', 'User', 'Searcher', 'Tags', 'Duration']);
  await expect.poll(() => main().getByRole('row').locator('[data-row-link]').allTextContents()).toEqual(['many']);
  await main().getByRole('checkbox', { name: 'Select many', exact: true }).check();
  await seen(bar().getByText('1 selected', { exact: true }));
  await seen(main().getByRole('combobox', { name: 'Rows per page' }));
  await bar().getByRole('button', { name: 'Clear selected' }).click();

  await at.visitor.open(`/projects/${empty}/runs`);
  await seen(main().getByRole('heading', { name: 'No Runs', exact: true }));
  await main().getByRole('link', { name: 'Quick Start' }).click();
  await seen(at.page.getByRole('heading', { level: 1, name: /first experiment/i }));
  await at.visitor.open(`/projects/${project}/experiments?f_flat_runs=off`);
  await seen(tab('Experiments'));
  await gone(tab('Searches'));
});

test('[SETTINGS-034, SETTINGS-035, SETTINGS-036, SETTINGS-037] rows of each table are as high as the reader has set, and stay so', async () => {
  const user = await at.cluster.newUser();
  const viewer = { userId: user.id, roleAssignment: { role: { roleId: 4 }, scopeWorkspaceId: workspaceId } };
  await admin().call(assignRolesRoute, { userRoleAssignments: [viewer] } as never);
  /** Of the whole list and of each row that is drawn: in one way. */
  const rowHeights = () =>
    main()
      .getByRole('rowgroup', { includeHidden: true })
      .last()
      .evaluate((body) => {
        const rows = [...body.querySelectorAll('[role=row]')];
        const each = rows.map((row) => row.getBoundingClientRect().height);
        return [...new Set([body.clientHeight / new Set(rows.map((row) => row.ariaRowIndex)).size, ...each])];
      });
  await at.visitor.signIn('/', user.username);
  let kept = 36;
  for (const table of ['runs', 'searches', 'experiments?f_flat_runs=off']) {
    await at.visitor.open(`/projects/${project}/${table}`);
    await expect.poll(rowHeights, { message: `${table}, as it was kept` }).toEqual([kept]);
    await at.page.getByRole('button', { name: `User menu of ${user.username}` }).click();
    await item('User Settings').click();
    for (const [name, height] of [
      ['Tall', 40],
      ['Short', 32],
      ['Medium', 36],
      ['Extra Tall', 44],
    ] as const) {
      await at.page.getByRole('dialog').getByRole('radio', { name, exact: true }).check();
      await expect.poll(rowHeights, { message: `${table}, ${name}` }).toEqual([height]);
      kept = height;
    }
  }
});

test('[EXPLIST-088, EXPLIST-089, EXPLIST-090, EXPLIST-091, EXPLIST-092, EXPLIST-093, EXPLIST-094, EXPLIST-095] a run’s menu has what can be done in its state', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  expect(await blocked(resting)).toEqual(['Pausenot running', 'Archivestill running', 'Deletestill running']);
  expect(await blocked(waiting)).toEqual(['Resumenot paused', 'Archivestill running', 'Deletestill running']);
  expect(await blocked(ended)).toEqual(['Pausehas ended', 'Resumenot paused', 'Killhas ended']);
  expect(await blocked(part)).toEqual([
    'Pausepart of a search',
    'Resumepart of a search',
    'Archivestill running',
    'Deletestill running',
  ]);
  const byOthers = 'Not available for unmanaged workloads';
  expect(await blocked(elsewhere)).toEqual([
    `Pause${byOthers}`,
    `Resume${byOthers}`,
    'Archivestill running',
    `Kill${byOthers}`,
    'Deletestill running',
  ]);
});

test('[EXPLIST-085, EXPLIST-086, EXPLIST-115, EXPLIST-119, EXPLIST-123, EXPLIST-125, EXPLIST-126] one run is paused, resumed, archived and killed', async () => {
  await at.visitor.signIn(`/projects/${project}/runs?archived=true`);
  const confirm = async (id: number, action: string, title: string) => {
    await act(id, action);
    await seen(dialog().getByRole('heading', { name: title, exact: true }));
    await seen(dialog().getByText(`Are you sure you want to ${action.toLowerCase()} run ${id}?`, { exact: true }));
    await dialog().getByRole('button', { name: action, exact: true }).click();
    await gone(dialog());
  };
  await confirm(waiting, 'Pause', 'Confirm Run Pause');
  await seen(toast('Run paused successfully'));
  await seen(row(waiting).getByText('Paused'));
  await confirm(waiting, 'Resume', 'Confirm Run Resume');
  await seen(toast('Run resumed successfully'));

  // At once, before the server has answered.
  const killing = await held('**/runs/kill');
  await act(waiting, 'Kill');
  await dialog().getByRole('button', { name: 'Kill', exact: true }).click();
  await seen(row(waiting).getByText('Stopping'));
  await seen(dialog());
  await killing.answer();
  await seen(toast('Run killed successfully'));
  const archiving = await held('**/runs/archive');
  await act(ended, 'Archive');
  await seen(row(ended).getByText('Archived'));
  await archiving.answer();
  await seen(toast('Run archived successfully'));
  await act(ended, 'Unarchive');
  await seen(toast('Run unarchived successfully'));
  await gone(row(ended).getByText('Archived'));

  // What the server refuses is as it was, and said.
  await at.page.route('**/runs/kill', (route) =>
    route.fulfill({ json: { results: [{ id: resting, error: 'It is on fire.' }] } }),
  );
  await confirm(resting, 'Kill', 'Confirm Run Kill');
  await seen(toast('Kill failed.').getByText(`Unable to kill run ${resting}.`));
  await seen(row(resting).getByText('Paused'));
  await at.page.unroute('**/runs/kill');
});

test('[EXPLIST-087, EXPLIST-097, EXPLIST-111, EXPLIST-124] runs are deleted, one or several; a failed read is said', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  await tick(resting).check();
  await tick(part).check();
  // Once what is chosen has been read.
  await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
  expect(await item(/^Delete/).getAttribute('aria-disabled')).toBe('true');
  expect(await item(/^Kill/).getAttribute('aria-disabled')).toBeNull();
  await at.page.keyboard.press('Escape');
  await bar().getByRole('button', { name: 'Clear selected' }).click();

  await act(alsoEnded, 'Delete');
  await seen(dialog().getByRole('heading', { name: 'Confirm Run Deletion', exact: true }));
  await seen(dialog().getByText(`Are you sure you want to delete run ${alsoEnded}?`, { exact: true }));
  // It goes before the server has answered. What that cannot do is there again, also before the rows are read anew.
  const [failing, reading] = [await held('**/runs/delete', { fail: true }), await held('**/run-rows?*')];
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await gone(row(alsoEnded));
  await failing.answer();
  await seen(toast('Delete failed.').getByText(`Unable to delete run ${alsoEnded}. out of order`));
  await seen(row(alsoEnded));
  await reading.answer();
  const deleting = await held('**/runs/delete');
  await act(alsoEnded, 'Delete');
  await dialog().getByRole('button', { name: 'Delete', exact: true }).click();
  await gone(row(alsoEnded));
  await deleting.answer();
  await seen(toast('Run deleted successfully'));
  await gone(row(alsoEnded));

  await at.page.route('**/run-rows?*', (route) => route.fulfill({ status: 500, json: { message: 'broken' } }));
  await at.page.reload();
  await seen(main().getByRole('heading', { name: 'Failed to Load Data', exact: true }));
  await seen(main().getByText('Unable to fetch runs.'));
  await at.page.unroute('**/run-rows?*');
  await main().getByRole('button', { name: 'Retry' }).click();
  await seen(row(ended));
});

test('several runs are previewed, acted on with a receipt, and taken back', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  await tick(ended).check();
  await tick(resting).check();
  await tick(part).check();
  await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
  await item(/^Archive/).click();
  await seen(dialog().getByRole('region', { name: 'Will be archived' }).getByText('ended', { exact: true }));
  await seen(dialog().getByRole('region', { name: 'refused' }).getByText('not ended yet'));
  expect(await violations(at.page)).toEqual([]);
  await dialog().getByRole('button', { name: 'Archive 1', exact: true }).click();
  await gone(row(ended));
  const said = toast('Archive Success');
  await seen(said.getByText('Archive succeeded for 1 run.'));
  await said.getByRole('link', { name: 'Receipt' }).click();
  await seen(main().getByRole('heading', { level: 1, name: 'Archive, 3 runs' }));
  await seen(
    main()
      .getByRole('row')
      .filter({ hasText: String(ended) })
      .getByText('Archived'),
  );
  expect(await violations(at.page)).toEqual([]);
  const link = main().getByRole('link', { name: 'ended', exact: true });
  expect(await link.getAttribute('href')).toContain(`/trials/${ended}`);
  await at.page.getByRole('button', { name: 'Undo 1' }).click();
  await dialog().getByRole('button', { name: 'Unarchive 1', exact: true }).click();
  await at.visitor.open(`/projects/${project}/runs`);
  await seen(row(ended));
});

test('deleted runs are hidden until their files go, and can be taken back', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  for (const run of [ended, resting]) await tick(run).check();
  await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
  await item(/^Delete/).click();
  await seen(dialog().getByText(/^Undo until \d{4}-\d\d-\d\d, \d\d:\d\d\. Then the files go\.$/));
  // Where it cannot be asked for they are there again.
  const asking = await held('**/receipts/*/execute', { fail: true });
  await dialog().getByRole('button', { name: 'Delete 1', exact: true }).click();
  await gone(row(ended));
  await asking.answer();
  await seen(dialog().getByText('Unable to Delete Selected Runs: out of order'));
  await seen(row(ended));
  await dialog().getByRole('button', { name: 'Delete 1', exact: true }).click();
  await gone(row(ended));
  await toast('Delete Success').getByRole('link', { name: 'Receipt' }).click();
  await seen(main().getByText('hidden; can be undone'));
  await at.page.getByRole('button', { name: 'Undo 1' }).click();
  await dialog().getByRole('button', { name: 'Restore 1', exact: true }).click();
  await seen(toast('Restore Success').getByText('Restore succeeded for 1 run.'));
  await at.visitor.open(`/projects/${project}/runs`);
  await seen(row(ended));
});

test('[EXPLIST-075] logs of several runs are kept for so many days; what that fails for is said', async () => {
  const runs: number[] = [];
  for (const name of ['first', 'second', 'third']) {
    const [experimentId, run] = await create(name);
    await admin().call(killExperimentRoute, { id: experimentId });
    runs.push(run);
  }
  const [first = 0, second = 0, third = 0] = runs;
  await at.visitor.signIn(`/projects/${project}/runs`);
  const retain = async (some: readonly number[], days: number | 'Forever') => {
    for (const run of some) await tick(run).check();
    await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
    await item(/^Retain Logs/).click();
    await seen(dialog().getByRole('heading', { name: `Retain Logs of ${some.length} runs`, exact: true }));
    if (days === 'Forever') await dialog().getByRole('checkbox', { name: 'Forever' }).check();
    else await dialog().getByLabel('Number of Days').fill(`${days}`);
    const asked = at.page.waitForRequest((request) => /\/receipts$/.test(new URL(request.url()).pathname));
    await dialog().getByRole('button', { name: 'Retain Logs', exact: true }).click();
    expect((await asked).postDataJSON()).toMatchObject({
      kind: 'run',
      act: 'retainLogs',
      given: { days: days === 'Forever' ? -1 : days },
      selection: { ids: [...some] },
    });
    await seen(dialog().getByRole('heading', { name: `Retain Logs of ${some.length} selected runs?`, exact: true }));
  };
  const confirm = () =>
    dialog()
      .getByRole('button', { name: /^Retain Logs \d$/ })
      .click();
  const daysOf = async (id: number) =>
    (await admin().call(getTrialRemainingLogRetentionDaysRoute, { id })).remainingDays;
  await retain([first, second], 7);
  await confirm();
  await seen(toast('Retain Logs Success').getByText('Retain Logs succeeded for 2 runs.'));
  await gone(bar());
  // They ended a moment ago: the last of the days has begun.
  expect([await daysOf(first), await daysOf(second)]).toEqual([6, 6]);

  // What is deleted between the preview and its execution has no logs to keep.
  const remove = (runIds: number[]) => admin().call(deleteRunsRoute, { projectId: project, runIds });
  await retain([first, second], 'Forever');
  await remove([second]);
  await confirm();
  await seen(toast('Partial Retain Logs Failure').getByText('Retain Logs succeeded for 1 out of 2 eligible runs.'));
  await retain([first, third], 9);
  await remove([first, third]);
  await confirm();
  await seen(toast('Retain Logs Failure').getByText('Unable to retain logs of 2 runs.'));
});

test('[EXPLIST-099, EXPLIST-100, EXPLIST-101, EXPLIST-102, EXPLIST-103, EXPLIST-104, EXPLIST-105, EXPLIST-106, EXPLIST-107, EXPLIST-108, EXPLIST-112] runs move, and searches with them', async () => {
  await at.visitor.signIn(`/projects/${project}/runs`);
  const [workspace, place] = [dialog().getByLabel('Workspace'), dialog().getByLabel('Project')];
  const submit = dialog().getByRole('button', { name: 'Move Run', exact: true });
  await act(ended, 'Move');
  await workspace.focus();
  await at.page.keyboard.press('Tab');
  await seen(dialog().getByText('Workspace is required'));
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  await workspace.selectOption({ label: 'Vision' });
  await place.focus();
  await at.page.keyboard.press('Tab');
  await seen(dialog().getByText('Project is required'));
  expect(await submit.getAttribute('aria-disabled')).toBe('true');
  expect(await place.getByRole('option', { name: 'Old' }).isDisabled()).toBe(true);
  await place.selectOption({ label: 'Digits' });
  await submit.click();
  await seen(toast('No changes to save.'));
  await gone(dialog());

  // A single one goes at once; what fails is there again, and says so.
  const [moving, reading] = [await held('**/runs/move', { fail: true }), await held('**/run-rows?*')];
  await act(ended, 'Move');
  await workspace.selectOption({ label: 'Vision' });
  await place.selectOption({ label: 'Letters' });
  await submit.click();
  await gone(row(ended));
  await moving.answer();
  await seen(dialog().getByText('Unable to move runs: out of order'));
  await seen(row(ended));
  await reading.answer();
  await submit.click();
  await seen(toast('Run moved successfully'));
  await gone(row(ended));

  // With a run of a search the whole search goes, which is asked.
  const chooseMany = async () => {
    await tick(part).check();
    await tick(resting).check();
    // Once what is chosen has been read.
    await bar().locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();
    await item(/^Move/).click();
    await workspace.selectOption({ label: 'Vision' });
    await place.selectOption({ label: 'Letters' });
    await dialog().getByRole('button', { name: 'Move Runs', exact: true }).click();
    await seen(dialog().getByText('moves along with all of its runs'));
  };
  await chooseMany();
  await dialog().getByRole('button', { name: 'Cancel', exact: true }).click();
  await seen(toast('Cancelled Move Action'));
  expect(await projectOf(search)).toBe(project);
  await dialogIsGoneAndChoiceStays();
  await bar().getByRole('button', { name: 'Clear selected' }).click();
  await chooseMany();
  await dialog().getByRole('button', { name: 'Move Search', exact: true }).click();
  await seen(dialog().getByText('They go to Vision / Letters.'));
  await dialog().getByRole('button', { name: 'Move 2', exact: true }).click();
  await seen(toast('Move Success').getByText('Move succeeded for 2 runs.'));
  await expect.poll(() => projectOf(search)).toBe(other);
});

async function dialogIsGoneAndChoiceStays(): Promise<void> {
  await gone(dialog());
  await seen(bar().getByText('2 selected', { exact: true }));
}

test('[EXPLIST-095, EXPLIST-096, EXPLIST-108] who may only look is told so, and moves to where he may', async () => {
  const user = await at.cluster.newUser();
  const give = (roleId: number, scopeWorkspaceId: number) =>
    admin().call(assignRolesRoute, {
      userRoleAssignments: [{ userId: user.id, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
    } as never);
  const [viewer, editor] = [4, 5];
  const closed = (await admin().call(postWorkspaceRoute, { name: 'Closed' })).workspace?.id ?? 0;
  await give(viewer, workspaceId);
  await give(viewer, closed);
  await at.visitor.signIn(`/projects/${other}/runs`, user.username);
  await openMenu(ended);
  const reasonOf = async (name: string) => {
    const entry = item(new RegExp(`^${name}`));
    return (await entry.getAttribute('aria-disabled')) === 'true' ? entry.textContent() : null;
  };
  for (const [name, right] of [
    ['Archive', 'UPDATE_EXPERIMENT_METADATA'],
    ['Kill', 'UPDATE_EXPERIMENT'],
    ['Pause', 'UPDATE_EXPERIMENT'],
    ['Resume', 'UPDATE_EXPERIMENT'],
  ] as const)
    expect(await reasonOf(name)).toContain(`Needs ${right} in this workspace`);
  await at.page.keyboard.press('Escape');
  await give(editor, workspaceId);
  await at.page.reload();
  await openMenu(ended);
  await expect.poll(() => reasonOf('Archive')).toBeNull();
  await item(/^Move/).click();
  const offered = () => dialog().getByLabel('Workspace').getByRole('option').allTextContents();
  await expect.poll(offered).toContain('Vision');
  expect(await offered()).not.toContain('Closed');
});
