import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { beforeAll, expect, test } from 'vitest';
import { classicWords, consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

// What the page of an experiment shows and offers to whom, each right taken away by itself.
const machines = new ScriptedLauncher([1]);
const at = consoleTest({ launcher: machines, env: { DET_SECURITY_AUTHZ_TYPE: 'rbac', ...classicWords } });
const ids: Record<string, number> = {};

const client = () => at.cluster.admin.client;
const modelDefinition = [{ path: 'train.py', type: 48, content: Buffer.from('print()').toString('base64') }];

interface Made {
  searcher?: string;
  activate?: boolean;
  code?: boolean;
  projectId?: number;
}

async function create(name: string, { searcher = 'single', activate = false, code = true, projectId }: Made = {}) {
  const config = `{name: ${name}, entrypoint: python3 train.py, searcher: {name: ${searcher}, metric: loss}, max_restarts: 0,
    hyperparameters: {lr: {type: double, minval: 0, maxval: 1}}}`;
  const { experiment } = await client().call(createExperimentRoute, {
    config: searcher === 'single' ? config.replace(/\{lr: .*\}\}/, '{lr: 1}}') : config,
    activate,
    projectId,
    modelDefinition: code ? modelDefinition : [],
  });
  ids[name] = experiment?.id ?? 0;
  return ids[name];
}

async function becomes(experimentId: number, state: string): Promise<void> {
  await eventually(`it is ${state}`, async () => {
    const { experiment } = await client().call(getExperimentRoute, { experimentId });
    return experiment?.state === `STATE_${state}`;
  });
}

async function killed(name: string, made: Made = {}): Promise<void> {
  const id = await create(name, made);
  await client().call(killExperimentRoute, { id });
  await becomes(id, 'CANCELED');
}

beforeAll(async () => {
  await killed('alone');
  await killed('random', { searcher: 'random, max_trials: 2' });
  await killed('without code', { searcher: 'random, max_trials: 2', code: false });
  await create('paused');
  await becomes(await create('running', { activate: true }), 'RUNNING');
});

/** The administrator signs in, and the console hears that he has all rights but this one. */
async function signInWithout(permission: Permission, path: string): Promise<void> {
  await at.page.route('**/api/v1/permissions/summary', async (route) => {
    const response = await route.fetch();
    const body = (await response.text()).replaceAll(`"PERMISSION_TYPE_${permission}"`, '"PERMISSION_TYPE_UNSPECIFIED"');
    await route.fulfill({ response, body });
  });
  await at.visitor.signIn(path);
}

const tabs = async (name: string) => {
  const bar = at.page.getByRole('navigation', { name, exact: true });
  await seen(bar);
  return (await bar.getByRole('link').allTextContents()).map((label) => label.replace(/\d+$| kept forever$/, ''));
};
const path = (name: string) => `/experiments/${ids[name]}`;
const needs = (permission: string) => `Needs ${permission} in this workspace`;

/** The entries of the menu of an experiment's page, each with what it says of why it is off. */
async function menuOf(name: string): Promise<Record<string, string>> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await seen(at.page.locator('[role=menu]:focus, [role=menu] :focus'));
  const menu: Record<string, string> = {};
  for (const item of await at.page.getByRole('menuitem').all()) {
    const words = (await item.textContent()) ?? '';
    const off = (await item.getAttribute('aria-disabled')) === 'true';
    const label =
      /^(Continue Trial|Retain Logs|Hyperparameter Search|Download Code|[A-Z][a-z]+)/.exec(words)?.[0] ?? words;
    menu[label] = off ? words.slice(label.length).replace(/:.*/, '') : '';
  }
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
  return menu;
}

test('[EXP-015, EXP-017, EXP-021] without a right to artifacts, one trial has no metrics, checkpoints, code or logs', async () => {
  await at.visitor.signIn(path('alone'));
  const all = ['Overview', 'Metrics', 'Hyperparameters', 'Checkpoints', 'Code', 'Notes', 'Profiler', 'Logs'];
  expect(await tabs(`Experiment ${ids.alone}`)).toEqual(all);
  await at.visitor.loseSession();
  await signInWithout('VIEW_EXPERIMENT_ARTIFACTS', `${path('alone')}/metrics`);
  expect(await tabs(`Experiment ${ids.alone}`)).toEqual(['Overview', 'Hyperparameters', 'Notes']);
  for (const tab of ['metrics', 'checkpoints', 'logs']) {
    await at.visitor.open(`${path('alone')}/${tab}`);
    await at.page.waitForURL(/overview$/);
  }
});

test('[EXP-028] a search has code where there is some, for those who may see artifacts', async () => {
  const search = (name: string, more = '') => `/searches/${ids[name]}${more}?f_flat_runs=on`;
  await at.visitor.signIn(search('without code', '/code'));
  expect(await tabs(`Search ${ids['without code']}`)).toEqual(['Runs', 'Visualization', 'Notes']);
  await at.visitor.open(search('random', '/code'));
  expect(await tabs(`Search ${ids.random}`)).toEqual(['Runs', 'Visualization', 'Code', 'Notes']);
  await at.visitor.loseSession();
  await signInWithout('VIEW_EXPERIMENT_ARTIFACTS', search('random', '/code'));
  expect(await tabs(`Search ${ids.random}`)).toEqual(['Runs', 'Visualization', 'Notes']);
});

test('[EXP-029, EXP-149] notes and tags are changed by those who may change what is said of it', async () => {
  const notes = `/searches/${ids.random}/notes?f_flat_runs=on`;
  const source = at.page.getByRole('textbox', { name: 'Contents' });
  const tag = at.page.getByRole('button', { name: 'Edit Tags' });
  await at.visitor.signIn(notes);
  await seen(source);
  await at.visitor.open(path('alone'));
  await seen(tag);
  expect(await tag.getAttribute('aria-disabled')).not.toBe('true');
  await at.visitor.loseSession();
  await signInWithout('UPDATE_EXPERIMENT_METADATA', notes);
  await seen(at.page.getByText(needs('UPDATE_EXPERIMENT_METADATA')));
  expect(await source.count()).toBe(0);
  await at.visitor.open(path('alone'));
  await seen(at.page.getByRole('heading', { level: 1, name: 'alone' }));
  await tag.hover();
  await seen(at.page.getByRole('tooltip', { name: needs('UPDATE_EXPERIMENT_METADATA') }));
  expect(await tag.getAttribute('aria-disabled')).toBe('true');
});

test.each(['VIEW_EXPERIMENT_ARTIFACTS', 'CREATE_EXPERIMENT'] as const)(
  '[EXP-075] fork, continue, retry and search need %s',
  async (permission) => {
    await signInWithout(permission, path('alone'));
    const off = needs(permission);
    expect(await menuOf('alone')).toMatchObject({ Fork: off, 'Continue Trial': off, 'Hyperparameter Search': off });
    await at.visitor.open(path('random'));
    expect(await menuOf('random')).toMatchObject({ Retry: off, Fork: off, 'Hyperparameter Search': off, Edit: '' });
  },
);

test('[EXP-076] resume, stop, kill and pause need the right to change experiments', async () => {
  await signInWithout('UPDATE_EXPERIMENT', path('running'));
  const off = needs('UPDATE_EXPERIMENT');
  const button = at.page.getByRole('banner').getByRole('button');
  const refused = async (name: string) => {
    const one = button.filter({ hasText: name });
    await seen(one);
    expect(await one.getAttribute('aria-disabled')).toBe('true');
    await one.hover();
    await seen(at.page.getByRole('tooltip', { name: off }));
  };
  await refused('Pause');
  await refused('Stop');
  expect(await menuOf('running')).toMatchObject({ Kill: off });
  await at.visitor.open(path('paused'));
  await refused('Activate');
});

test('[EXP-143] moving needs the right to it where they are, and to make some where they go', async () => {
  const made = async (name: string) => {
    const id = (await client().call(postWorkspaceRoute, { name })).workspace?.id ?? 0;
    await client().call(postProjectRoute, { workspaceId: id, name: `in ${name}` });
    return id;
  };
  const [from, open, closed] = [await made('From'), await made('Open'), await made('Closed')];
  const projectId = (await client().call(postProjectRoute, { workspaceId: from, name: 'Of it' })).project?.id ?? 0;
  await killed('movable', { projectId });
  const mover = await at.cluster.newUser();
  const [editor, viewer] = [5, 4];
  const role = (roleId: number, scopeWorkspaceId: number) => ({
    userId: mover.id,
    roleAssignment: { role: { roleId }, scopeWorkspaceId },
  });
  await client().call(assignRolesRoute, {
    userRoleAssignments: [role(editor, from), role(editor, open), role(viewer, closed)],
  });
  await at.visitor.signIn(path('movable'), mover.username);
  await at.page.getByRole('button', { name: 'Actions of movable', exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Move' }).click();
  const workspaces = at.page.getByRole('dialog').getByLabel('Workspace');
  await expect.poll(() => workspaces.locator('option').allTextContents()).toEqual(['Choose…', 'From', 'Open']);
  await at.visitor.loseSession();
  await signInWithout('DELETE_EXPERIMENT', path('movable'));
  expect(await menuOf('movable')).toMatchObject({
    Move: expect.stringContaining(needs('DELETE_EXPERIMENT')),
  });
});
