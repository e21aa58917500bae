import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import {
  archiveModelRoute,
  postModelRoute,
  postModelVersionRoute,
} from '@determined/contract/registry/models-routes.ts';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { type DevCluster, devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import type { Page } from 'playwright-core';

export interface Opened {
  name: string;
  /** The page that it opens over. */
  path: string;
  /** The other has another way to it. */
  on?: 'desk' | 'phone';
  open: (page: Page) => Promise<void>;
}

const press = (name: string | RegExp) => (page: Page) =>
  page.locator('main, header').getByRole('button', { name, exact: true }).first().click();
const choose = (name: string | RegExp) => (page: Page) => page.getByRole('menuitem', { name, exact: true }).click();
const act = (thing: string, action: string | RegExp) => async (page: Page) => {
  await press(`Actions of ${thing}`)(page);
  await choose(action)(page);
};
const several = (action: string) => async (page: Page) => {
  for (const name of ['grace', 'mina']) {
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: `Select ${name}` })
      .check();
  }
  await press('Actions')(page);
  await choose(action)(page);
};
const ofMe = (action?: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'User menu of admin' }).click();
  if (action) await choose(action)(page);
};

const users = '/admin/user-management';
/** Once what is chosen has been read. */
const actOnChosen = (page: Page) =>
  page.getByRole('main').locator('button:not([aria-busy])').filter({ hasText: 'Actions' }).click();

const actOnTwo = async (page: Page) => {
  for (const name of ['digits random search', 'digits, wrong data']) {
    await page
      .getByRole('main')
      .getByRole('checkbox', { name: `Select ${name}` })
      .first()
      .check();
  }
  await actOnChosen(page);
};

const groups = '/admin/group-management';
const project = '/projects/2/experiments';
/** By either of the words that the console has for it. */
const continued = /^Continue (Trial|Run)$/;

/** Every dialog, menu and drawer of the console, in the scenario with people and roles: a new one joins with a line. */
export const everyDialog: readonly Opened[] = [
  { name: 'user-menu', path: '/dashboard', on: 'desk', open: ofMe() },
  {
    name: 'table-filter',
    // Conditions are kept for their project: the others look at rows of another one.
    path: '/projects/1/experiments',
    open: async (page) => {
      const panel = page.getByRole('region', { name: 'Filter', exact: true });
      const add = (name: string) => panel.getByRole('button', { name, exact: true }).first().click();
      await press(/^Filter \d+$/)(page);
      await add('Add condition');
      await panel.getByLabel('Value of line 1').fill('7');
      await add('Add condition group');
      await add('condition');
      await add('group');
    },
  },
  { name: 'settings', path: '/dashboard', on: 'desk', open: ofMe('User Settings') },
  { name: 'command-bar', path: '/dashboard', open: (page) => page.keyboard.press('Control+Space') },
  { name: 'help', path: '/dashboard', open: (page) => page.keyboard.press('?') },
  {
    name: 'quick-search',
    path: '/dashboard',
    on: 'desk',
    open: (page) => page.getByRole('button', { name: 'Search workspaces' }).click(),
  },
  {
    name: 'more',
    path: '/dashboard',
    on: 'phone',
    open: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
  },
  { name: 'new-workspace', path: '/workspaces', open: press('New Workspace') },
  { name: 'workspace-menu', path: '/workspaces', open: press('Actions of Vision') },
  { name: 'edit-workspace', path: '/workspaces', open: act('Vision', 'Edit') },
  { name: 'delete-workspace', path: '/workspaces', open: act('Speech', 'Delete') },
  { name: 'add-workspace-members', path: '/workspaces/2/members', open: press('Add Members') },
  { name: 'new-project', path: '/workspaces/2/projects', open: press('New Project') },
  { name: 'project-menu', path: '/workspaces/2/projects', open: press('Actions of Digits') },
  { name: 'edit-project', path: '/workspaces/2/projects', open: act('Digits', 'Edit') },
  { name: 'move-project', path: '/workspaces/2/projects', open: act('Digits', 'Move') },
  { name: 'delete-project', path: '/workspaces/2/projects', open: act('Letters', 'Delete') },
  { name: 'delete-notes-page', path: '/projects/2/notes', open: act('What we know', 'Delete Page') },
  { name: 'columns', path: project, open: press(/^Columns/) },
  { name: 'sort', path: project, open: press(/^Sort/) },
  { name: 'views-menu', path: project, open: press('Views') },
  {
    name: 'save-view',
    path: project,
    open: async (page) => {
      await press('Views')(page);
      await choose('Save as New View')(page);
    },
  },
  {
    name: 'column-menu',
    path: project,
    on: 'desk',
    open: async (page) => {
      await page.getByRole('main').getByRole('columnheader', { name: 'State', exact: true }).focus();
      await page.keyboard.press('Alt+ArrowDown');
    },
  },
  {
    name: 'selection-menu',
    path: project,
    open: async (page) => {
      await page.getByRole('main').getByRole('checkbox', { name: 'Select digits random search' }).check();
      await actOnChosen(page);
    },
  },
  {
    name: 'preview-of-several',
    path: project,
    open: async (page) => {
      await actOnTwo(page);
      await page.getByRole('menuitem', { name: /^Delete/ }).click();
      await page.getByRole('button', { name: /^Delete \d+$/ }).waitFor();
    },
  },
  { name: 'experiment-menu', path: project, open: press('Actions of digits random search') },
  { name: 'edit-experiment', path: project, open: act('digits random search', 'Edit') },
  { name: 'move-experiment', path: project, open: act('digits random search', 'Move') },
  { name: 'fork', path: '/experiments/1', open: act('digits baseline', 'Fork') },
  { name: 'hp-search', path: '/experiments/1', open: act('digits baseline', 'Hyperparameter Search') },
  {
    name: 'hp-search-space',
    path: '/experiments/1',
    open: async (page) => {
      await act('digits baseline', 'Hyperparameter Search')(page);
      const dialog = page.getByRole('dialog', { name: 'Hyperparameter Search' });
      await dialog.getByRole('radio', { name: 'Grid' }).check();
      await dialog.getByRole('textbox', { name: 'Max length' }).fill('100');
      await dialog.getByRole('button', { name: 'Select Hyperparameters' }).click();
      await dialog.getByRole('textbox', { name: 'Max value of hidden' }).fill('4');
      await dialog.getByRole('button', { name: 'Run' }).click();
    },
  },
  {
    name: 'edit-tags',
    path: '/experiments/1',
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Edit Tags' }).click(),
  },
  {
    name: 'edit-tags-of-several',
    path: project,
    open: async (page) => {
      await actOnTwo(page);
      await page.getByRole('menuitem', { name: /^Edit Tags/ }).click();
    },
  },
  {
    name: 'add-note-of-several',
    path: project,
    open: async (page) => {
      await actOnTwo(page);
      await page.getByRole('menuitem', { name: /^Add Note/ }).click();
    },
  },
  { name: 'retain-logs', path: '/experiments/1', open: act('digits baseline', 'Retain Logs') },
  { name: 'delete-experiment', path: project, open: act('digits random search', 'Delete') },
  { name: 'continue', path: '/experiments/1', open: act('digits baseline', continued) },
  { name: 'stop', path: '/experiments/5', open: press('Stop') },
  {
    name: 'new-model',
    path: '/models',
    open: async (page) => {
      await press('New Model')(page);
      const dialog = page.getByRole('dialog', { name: 'New Model' });
      await dialog.getByRole('button', { name: 'Add Metadata' }).click();
      await dialog.getByRole('button', { name: 'Add Tag' }).click();
      await dialog.getByRole('button', { name: 'Create Model' }).click();
      await dialog.getByText('Tag is required').waitFor();
    },
  },
  { name: 'model-menu', path: '/models', open: press('Actions of digits') },
  { name: 'edit-model', path: '/models', open: act('digits', 'Edit') },
  { name: 'edit-model-tags', path: '/models', open: act('digits', 'Edit Tags') },
  { name: 'move-model', path: '/models', open: act('digits', 'Move') },
  { name: 'delete-model', path: '/models', open: act('digits', 'Delete') },
  { name: 'edit-metadata', path: '/models/digits', open: press('Edit Metadata') },
  { name: 'version-menu', path: '/models/digits', open: press('Actions of baseline') },
  { name: 'download-version', path: '/models/digits/versions/1', open: press('Download') },
  { name: 'use-in-notebook', path: '/models/digits/versions/1', open: press('Use in Notebook') },
  { name: 'edit-version', path: '/models/digits/versions/1', open: act('baseline', 'Edit') },
  {
    name: 'edit-version-tags',
    path: '/models/digits/versions/1',
    open: (page) => page.getByRole('main').getByRole('button', { name: 'Edit Tags' }).click(),
  },
  { name: 'deregister-version', path: '/models/digits/versions/1', open: act('baseline', 'Deregister Version') },
  { name: 'new-user', path: users, open: press('Add User') },
  { name: 'user-row-menu', path: users, open: press('Actions of grace') },
  { name: 'edit-user', path: users, open: act('grace', 'Edit User') },
  { name: 'manage-groups', path: users, open: act('grace', 'Manage Groups') },
  { name: 'agent-user', path: users, open: act('grace', 'Link with Agent UID/GID') },
  { name: 'add-to-groups', path: users, open: several('Add to Groups') },
  { name: 'set-roles', path: users, open: several('Set Roles') },
  { name: 'change-status', path: users, open: several('Change Status') },
  { name: 'members-of-a-group', path: groups, open: press('Members of Vision team') },
  { name: 'new-group', path: groups, open: press('New Group') },
  { name: 'edit-group', path: groups, open: act('Vision team', 'Edit Group') },
  { name: 'add-members', path: groups, open: act('Vision team', 'Add Members to Group') },
  { name: 'delete-group', path: groups, open: act('Vision team', 'Delete Group') },
  {
    name: 'audit-entry',
    path: '/admin/audit-log',
    on: 'desk',
    open: (page) => page.getByRole('main').getByRole('row').nth(1).click(),
  },
  { name: 'download-logs', path: '/experiments/2/trials/2/logs', open: press('Download logs') },
  { name: 'compare-logs', path: '/experiments/2/trials/2/logs', open: press('Compare with…') },
  { name: 'log-place', path: '/experiments/2/trials/2/logs', open: press('Go to') },
  { name: 'log-times', path: '/experiments/2/trials/2/logs', open: press('Time') },
  { name: 'continue-trial', path: '/experiments/2/trials/2/overview', open: press(continued) },
  { name: 'add-pin', path: '/experiments/2/trials/2/metrics', open: press('Add Pin') },
  {
    name: 'checkpoint',
    path: '/experiments/2/trials/2/checkpoints?f_flat_runs=on',
    open: async (page) => {
      await press(/^Actions of checkpoint/)(page);
      await choose('View Checkpoint')(page);
    },
  },
  {
    name: 'register-checkpoint',
    path: '/experiments/2/trials/2/checkpoints?f_flat_runs=on',
    open: async (page) => {
      await press(/^Actions of checkpoint/)(page);
      await choose('Register')(page);
    },
  },
  {
    name: 'scatter-plot',
    path: '/experiments/2/visualization/hp-scatter-plots',
    open: press(/^Open /),
  },
  {
    name: 'heat-map',
    path: '/experiments/2/visualization/hp-heat-map',
    open: press(/^Open /),
  },
];

/** Where what an entry opens stands. A menu goes away while the dialog that its entry asks for comes. */
export function openedBy(name: string): string {
  if (name === 'members-of-a-group') return 'main';
  if (name === 'table-filter') return 'section[aria-label="Filter"]';
  return name.endsWith('-menu') ? '[role=menu]' : '[role=dialog], [role=alertdialog]';
}

/** Users, a group, roles, models and an empty project beside the scenario: what those pages show and change. */
export async function seedPeople(cluster: DevCluster): Promise<void> {
  const { client } = cluster.admin;
  const ids: number[] = [];
  for (const [username, displayName] of [
    ['grace', ''],
    ['mina', ''],
    ['ken', 'Ken Thompson'],
  ]) {
    const { user } = await client.call(postUserRoute, {
      user: { active: true, username, displayName },
      password: devPassword,
    });
    ids.push(user?.id ?? 0);
  }
  await client.call(postProjectRoute, { workspaceId: 2, name: 'Letters' });
  const ofVision = { workspaceId: 2, labels: ['digits'] };
  await client.call(postModelRoute, { ...ofVision, name: 'digits-2025', description: 'Before the wider search' });
  await client.call(archiveModelRoute, { modelName: 'digits-2025' });
  await client.call(postModelRoute, {
    ...ofVision,
    name: 'digits',
    description: 'Handwritten digits, 8 by 8',
    metadata: { input: '8 × 8', classes: 10 },
    notes: '# What it is for\n\nForms of the post office.\n',
  });
  await eventually('a checkpoint of the scenario is registered', async () => {
    const { checkpoints } = await client.call(getExperimentCheckpointsRoute, { id: 1, states: ['STATE_COMPLETED'] });
    const [checkpoint] = checkpoints;
    if (checkpoint)
      await client.call(postModelVersionRoute, {
        modelName: 'digits',
        checkpointUuid: checkpoint.uuid,
        name: 'baseline',
        comment: 'What all others are held against',
        labels: ['baseline'],
        metadata: { 'evaluation set': 'march' },
      });
    return checkpoint !== undefined;
  });
  const { group } = await client.call(createGroupRoute, { name: 'Vision team', addUsers: ids.slice(0, 2) });
  const inVision = (roleId: number) => ({ role: { roleId }, scopeWorkspaceId: 2 });
  await client.call(assignRolesRoute, {
    groupRoleAssignments: [{ groupId: group?.groupId ?? 0, roleAssignment: inVision(5) }],
    userRoleAssignments: [{ userId: ids[2] ?? 0, roleAssignment: inVision(4) }],
  });
}
