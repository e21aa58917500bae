import { archiveProjectRoute, postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { createTrialRoute, patchTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { hold } from '../support/held-call.ts';
import { gone, seen } from '../support/seen.ts';

// What can be done with an experiment, by what it is: the menu of its row, and the buttons of its page.
const machines = new ScriptedLauncher([1]);
const at = consoleTest({ launcher: machines });
const ids: Record<string, number> = {};
let archivedProject = 0;

interface Made {
  activate?: boolean;
  unmanaged?: boolean;
  projectId?: number;
}

async function create(name: string, { activate = true, unmanaged = false, projectId }: Made = {}): Promise<number> {
  const config = `{name: ${name}, entrypoint: python3 train.py, searcher: {name: single, metric: loss}, max_restarts: 0}`;
  const { experiment } = await at.cluster.admin.client.call(createExperimentRoute, {
    config,
    activate,
    unmanaged,
    projectId,
  });
  ids[name] = experiment?.id ?? 0;
  return ids[name];
}

async function becomes(experimentId: number, state: string): Promise<void> {
  await eventually(`it is ${state}`, async () => {
    const { experiment } = await at.cluster.admin.client.call(getExperimentRoute, { experimentId });
    return experiment?.state === `STATE_${state}`;
  });
}

async function ended(name: string, exitCode: number, state: string, made: Made = {}): Promise<number> {
  const id = await create(name, made);
  const task = await eventually('it runs', () =>
    machines.running().find((one) => one.environment.DET_EXPERIMENT_ID === String(id)),
  );
  machines.end(task.allocationId, { exitCode });
  await becomes(id, state);
  return id;
}

beforeAll(async () => {
  const { client } = at.cluster.admin;
  const workspaceId = (await client.call(postWorkspaceRoute, { name: 'Old work' })).workspace?.id ?? 0;
  archivedProject = (await client.call(postProjectRoute, { workspaceId, name: 'Old' })).project?.id ?? 0;
  await ended('within', 0, 'COMPLETED', { projectId: archivedProject });
  await client.call(archiveProjectRoute, { id: archivedProject });
  await ended('completed', 0, 'COMPLETED');
  await ended('errored', 1, 'ERROR');
  await client.call(archiveExperimentRoute, { id: await ended('put away', 0, 'COMPLETED') });
  const killed = await create('canceled', { activate: false });
  await client.call(killExperimentRoute, { id: killed });
  await becomes(killed, 'CANCELED');
  await create('paused', { activate: false });
  const experimentId = await create('unmanaged', { unmanaged: true, activate: false });
  const { trial } = await client.call(createTrialRoute, { experimentId, unmanaged: true });
  await client.call(patchTrialRoute, { trialId: trial?.id ?? 0, state: 'STATE_RUNNING' });
  await becomes(experimentId, 'RUNNING');
  await becomes(await create('running'), 'RUNNING');
  await becomes(await create('queued'), 'QUEUED');
});

/** The entries of the menu of a row, each with the reason why it cannot be used; undefined for those that can. */
async function menuOf(name: string): Promise<Record<string, string | undefined>> {
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  // Keys go to the menu when it has the focus.
  await seen(at.page.locator('[role=menu]:focus, [role=menu] :focus'));
  const items = await at.page.getByRole('menu').getByRole('menuitem').all();
  const entries = items.map(async (item) => {
    const words = (await item.textContent()) ?? '';
    const off = (await item.getAttribute('aria-disabled')) === 'true';
    const label = /^(Activate|Pause|Stop|Kill|Archive|Unarchive|Delete)/.exec(words)?.[0] ?? words;
    return [label, off ? words.slice(label.length) : undefined] as const;
  });
  const menu = Object.fromEntries(await Promise.all(entries));
  await at.page.keyboard.press('Escape');
  await gone(at.page.getByRole('menu'));
  return menu;
}

test('[EXP-065] only what has ended, is not archived and lies in a living project can be archived', async () => {
  await at.visitor.signIn('/projects/1/experiments?archived=true');
  const archive = async (name: string) => {
    const menu = await menuOf(name);
    return 'Archive' in menu ? (menu.Archive ?? 'offered') : 'none';
  };
  const found: Record<string, string> = {};
  for (const name of ['completed', 'errored', 'canceled', 'put away', 'paused', 'running', 'queued']) {
    found[name] = await archive(name);
  }
  expect(found).toEqual({
    completed: 'offered',
    errored: 'offered',
    canceled: 'offered',
    'put away': 'none',
    paused: 'not ended yet',
    running: 'not ended yet',
    queued: 'not ended yet',
  });
  await at.visitor.open(`/projects/${archivedProject}/experiments`);
  expect(await archive('within')).toBe('its project is archived');
});

test('[EXP-078] what an unmanaged experiment does not know is off, and says why', async () => {
  await at.visitor.signIn('/projects/1/experiments');
  const menu = await menuOf('unmanaged');
  const changes = ['Pause', 'Stop', 'Kill'].flatMap((name) => (name in menu ? [menu[name]] : []));
  expect(changes.length).toBeGreaterThan(0);
  expect(new Set(changes)).toEqual(new Set(['Not available for unmanaged workloads']));
  await at.visitor.open(`/experiments/${ids.unmanaged}`);
  await at.visitor.pageNamed('unmanaged');
  const pause = at.page.getByRole('button', { name: 'Pause', exact: true });
  expect(await pause.isDisabled()).toBe(true);
  await pause.hover();
  await seen(at.page.getByRole('tooltip').getByText('Not available for unmanaged workloads'));
});

test('the head of what is in the queue, runs or is paused has its buttons; of what has ended none', async () => {
  await at.visitor.signIn('/dashboard');
  const shown = async (name: string) => {
    await at.visitor.open(`/experiments/${ids[name]}`);
    await at.visitor.pageNamed(name);
    await seen(at.page.getByRole('button', { name: `Actions of ${name}` }));
    const buttons = await at.page.getByRole('banner').getByRole('button').allTextContents();
    return buttons.filter(Boolean);
  };
  expect(await shown('queued')).toEqual(['Pause', 'Stop…']);
  expect(await shown('running')).toEqual(['Pause', 'Stop…']);
  expect(await shown('paused')).toEqual(['Activate', 'Stop…']);
  expect(await shown('completed')).toEqual([]);
});

/** What a person sees of an act in its row while the server has not answered, and that the server is asked for it. */
const acts = [
  { act: 'Activate', on: 'PAUSED', before: 'Paused', after: 'Active', call: 'activate' },
  { act: 'Archive', on: 'CANCELED', before: undefined, after: 'Archived', call: 'archive' },
  { act: 'Stop', on: 'PAUSED', before: 'Paused', after: 'Stopping', call: 'cancel' },
  { act: 'Kill', on: 'PAUSED', before: 'Paused', after: 'Stopping', call: 'kill' },
  { act: 'Pause', on: 'QUEUED', before: 'Queued', after: 'Paused', call: 'pause' },
  { act: 'Unarchive', on: 'archived', before: 'Archived', after: undefined, call: 'unarchive' },
] as const;

test.each(acts)(
  '[EXPLIST-076, EXPLIST-077, EXPLIST-078, EXPLIST-079, EXPLIST-080, EXPLIST-081] $act shows in the row of an experiment at once',
  async ({ act, on, before, after, call }) => {
    const { client } = at.cluster.admin;
    const name = `to ${call}`;
    const id = await create(name, { activate: on === 'QUEUED' });
    if (on === 'CANCELED' || on === 'archived') {
      await client.call(killExperimentRoute, { id });
      await becomes(id, 'CANCELED');
    }
    if (on === 'archived') await client.call(archiveExperimentRoute, { id });
    await at.visitor.signIn('/projects/1/experiments?archived=true');
    const row = at.page.getByRole('row').filter({ has: at.page.getByRole('link', { name, exact: true }) });
    const says = async (text: string | undefined) =>
      text === undefined
        ? gone(row.getByText('Archived', { exact: true }))
        : seen(row.getByText(text, { exact: true }));
    await seen(row);
    await says(before);
    // Neither has the server answered, nor is anything read anew.
    const answers = await hold(at.page, `**/experiments/${id}/${call}`);
    const readings = await hold(at.page, '**/experiment-rows?*');
    await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
    await at.page.getByRole('menuitem', { name: new RegExp(`^${act}`) }).click();
    if (act === 'Stop' || act === 'Kill')
      await at.page
        .getByRole('alertdialog')
        .getByRole('button', { name: new RegExp(`^${act}`) })
        .click();
    await says(after);
    if (after !== before && before !== undefined) await gone(row.getByText(before, { exact: true }));
    await answers.answer();
    // What stops may be killed still; what is being killed may not.
    if (act === 'Stop' || act === 'Kill') {
      await gone(at.page.getByRole('alertdialog'));
      expect('Kill' in (await menuOf(name))).toBe(act === 'Stop');
    }
    await readings.answer();
    // So it stays: it has been asked for.
    const found = async () => (await client.call(getExperimentRoute, { experimentId: id })).experiment;
    const state = {
      Activate: 'QUEUED',
      Stop: 'CANCELED',
      Kill: 'CANCELED',
      Pause: 'PAUSED',
      Archive: 'CANCELED',
      Unarchive: 'CANCELED',
    };
    await expect.poll(found).toMatchObject({ state: `STATE_${state[act]}`, archived: act === 'Archive' });
  },
);

test('deleting asks first, and takes the row away', async () => {
  const name = 'to be deleted';
  const id = await create(name, { activate: false });
  await at.cluster.admin.client.call(killExperimentRoute, { id });
  await becomes(id, 'CANCELED');
  await at.visitor.signIn('/projects/1/experiments');
  expect(await menuOf(name)).toHaveProperty('Delete', undefined);
  await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Delete' }).click();
  const dialog = at.page.getByRole('alertdialog');
  await dialog.getByText(`Delete ${name}?`).waitFor();
  await dialog.getByRole('button', { name: 'Delete Experiment' }).click();
  await expect.poll(() => at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).count()).toBe(0);
});

test('[EXP-070] the one trial of an ended search goes on under a configuration put over the old one', async () => {
  const id = await create('further', { activate: false });
  await at.cluster.admin.client.call(killExperimentRoute, { id });
  await becomes(id, 'CANCELED');
  await at.visitor.signIn(`/experiments/${id}`);
  await at.visitor.pageNamed('further');
  await at.page.getByRole('button', { name: 'Actions of further', exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Continue Trial' }).click();
  const dialog = at.page.getByRole('dialog', { name: 'Reactivate Current Trial' });
  const config = dialog.getByRole('textbox', { name: 'Changes of the configuration (YAML)' });
  const write = async (text: string) => {
    await config.click();
    await at.page.keyboard.press('ControlOrMeta+A');
    await at.page.keyboard.insertText(text);
  };
  await write('a: [');
  await seen(dialog.getByText(/^Invalid YAML on line 1/));
  await write('searcher: {name: nonsense}');
  await dialog.getByRole('button', { name: 'Reactivate Trial' }).click();
  await seen(dialog.getByRole('alert'));
  await write('max_restarts: 3');
  await dialog.getByRole('button', { name: 'Reactivate Trial' }).click();
  await gone(dialog);
  // It is in the queue behind the one that runs, and no longer to be continued.
  await seen(at.page.getByRole('button', { name: 'Pause', exact: true }));
  const { experiment } = await at.cluster.admin.client.call(getExperimentRoute, { experimentId: id });
  expect(experiment).toMatchObject({ state: expect.stringMatching(/QUEUED|RUNNING/), config: { max_restarts: 3 } });
  await at.cluster.admin.client.call(killExperimentRoute, { id });
});

test('[EXP-071] of a search of many what was stopped goes on; an adaptive one is forked, and why is said', async () => {
  const { client } = at.cluster.admin;
  const stopped = async (name: string, searcher: string) => {
    const config = `{name: ${name}, entrypoint: python3 train.py, searcher: {metric: loss, max_trials: 2, ${searcher}}, hyperparameters: {}}`;
    const { experiment } = await client.call(createExperimentRoute, { config });
    const id = experiment?.id ?? 0;
    await client.call(killExperimentRoute, { id });
    await becomes(id, 'CANCELED');
    return id;
  };
  const random = await stopped('many', 'name: random');
  await at.visitor.signIn(`/experiments/${random}`);
  await at.visitor.pageNamed('many');
  await at.page.getByRole('button', { name: 'Actions of many', exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Continue Trial' }).click();
  await becomes(random, 'QUEUED');
  await client.call(killExperimentRoute, { id: random });

  const adaptive = await stopped('adaptive', 'name: adaptive_asha, max_time: 4, time_metric: t');
  await at.visitor.open(`/experiments/${adaptive}`);
  await at.visitor.pageNamed('adaptive');
  await at.page.getByRole('button', { name: 'Actions of adaptive', exact: true }).click();
  await seen(at.page.getByRole('menuitem', { name: 'Fork' }));
  expect(await at.page.getByRole('menuitem', { name: 'Continue Trial' }).count()).toBe(0);
  await at.page.getByRole('menuitem', { name: 'Fork' }).click();
  const dialog = at.page.getByRole('dialog', { name: 'Fork adaptive' });
  await seen(dialog.getByText('An adaptive search cannot be continued'));
  const name = dialog.getByRole('textbox', { name: 'Name' });
  await name.fill('');
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await seen(dialog.getByText('Please provide a new experiment name.'));
  await name.fill('adaptive again');
  await dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await at.visitor.pageNamed('adaptive again');
  const [, forked] = /experiments\/(\d+)/.exec(at.page.url()) ?? [];
  const { experiment } = await client.call(getExperimentRoute, { experimentId: Number(forked) });
  expect(experiment).toMatchObject({
    forkedFrom: adaptive,
    config: { searcher: { name: 'adaptive_asha', max_trials: 2 } },
  });
  await client.call(killExperimentRoute, { id: Number(forked) });
});

test('[EXP-068, EXP-091, EXP-092, EXP-093, EXP-097, EXP-098, EXP-099] any is forked, as it was, longer, or under another configuration', async () => {
  const { client } = at.cluster.admin;
  const config = `# by hand
name: sure
entrypoint: python3 train.py
searcher: {name: single, metric: loss, max_length: {epochs: 4}}
`;
  const { experiment: first } = await client.call(createExperimentRoute, { config, activate: false });
  const id = first?.id ?? 0;
  const made = async () => {
    await expect.poll(() => /experiments\/(\d+)/.exec(at.page.url())?.[1]).not.toBe(String(id));
    const experimentId = Number(/experiments\/(\d+)/.exec(at.page.url())?.[1]);
    await client.call(killExperimentRoute, { id: experimentId });
    return (await client.call(getExperimentRoute, { experimentId })).experiment;
  };
  const fork = async () => {
    await at.visitor.open(`/experiments/${id}`);
    await at.page.getByRole('button', { name: 'Actions of sure', exact: true }).click();
    await at.page.getByRole('menuitem', { name: 'Fork' }).click();
  };
  const dialog = at.page.getByRole('dialog', { name: 'Fork sure' });
  const send = () => dialog.getByRole('button', { name: 'Fork', exact: true }).click();
  await at.visitor.signIn('/workspaces');
  await fork();
  await dialog.getByRole('textbox', { name: 'Name' }).fill(' ');
  const epochs = dialog.getByRole('textbox', { name: 'Max epochs' });
  await epochs.fill('');
  await send();
  await seen(dialog.getByText('Please provide a new experiment name.'));
  await seen(dialog.getByText('Please provide a max epochs.'));
  await epochs.fill('0');
  await send();
  await seen(dialog.getByText('Max epochs must be at least 1.'));
  await dialog.getByRole('textbox', { name: 'Name' }).fill('surer');
  await epochs.fill('9');
  await send();
  const longer = await made();
  expect(longer).toMatchObject({ forkedFrom: id, config: { name: 'surer', searcher: { max_length: { epochs: 9 } } } });
  expect(longer?.originalConfig).toContain('# by hand');

  await fork();
  await dialog.getByRole('button', { name: 'Show Full Config' }).click();
  const editor = dialog.getByRole('textbox', { name: 'Config' });
  await seen(editor.getByText('Fork of sure'));
  const write = async (text: string) => {
    await editor.click();
    await at.page.keyboard.press('ControlOrMeta+A');
    await at.page.keyboard.insertText(text);
  };
  await write('name: [');
  await seen(dialog.getByText(/^Invalid YAML on line 1/));
  expect(await dialog.getByRole('button', { name: 'Fork', exact: true }).getAttribute('aria-disabled')).toBe('true');
  // What the server will not have is said here, and what was written stays.
  await write(config.replace('name: single', 'name: nonsense'));
  await send();
  await seen(dialog.getByRole('alert').filter({ hasText: '<config>.searcher' }));
  await write(config.replace('name: sure', 'name: other'));
  await send();
  expect(await made()).toMatchObject({ forkedFrom: id, config: { name: 'other' } });
});

test('[EXP-101] a configuration that cannot be read is shown as it is', async () => {
  const { client } = at.cluster.admin;
  const config = '{name: odd, entrypoint: python3 train.py, searcher: {name: single, metric: loss}}';
  const { experiment } = await client.call(createExperimentRoute, { config, activate: false });
  const id = experiment?.id ?? 0;
  await at.page.route(`**/api/v1/experiments/${id}`, async (route) => {
    const response = await route.fetch();
    const reply = (await response.json()) as { experiment: object };
    return route.fulfill({ response, json: { ...reply, experiment: { ...reply.experiment, originalConfig: 'a: [' } } });
  });
  await at.visitor.signIn(`/experiments/${id}`);
  await at.page.getByRole('button', { name: 'Actions of odd', exact: true }).click();
  await at.page.getByRole('menuitem', { name: 'Fork' }).click();
  const dialog = at.page.getByRole('dialog', { name: 'Fork odd' });
  await seen(dialog.getByText('failed to load previous yaml config'));
  await seen(dialog.getByRole('textbox', { name: 'Config' }).getByText('a: ['));
});
