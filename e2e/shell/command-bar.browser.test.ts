import { postProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentTrialsRoute } from '@determined/contract/training/trials-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ launcher: new ScriptedLauncher([2]) });
const made: Record<'running' | 'ended' | 'workspace' | 'project', number> = {
  running: 0,
  ended: 0,
  workspace: 0,
  project: 0,
};

beforeAll(async () => {
  const { client } = at.cluster.admin;
  const { workspace } = await client.call(postWorkspaceRoute, { name: 'Vision' });
  made.workspace = workspace?.id ?? 0;
  const { project } = await client.call(postProjectRoute, { workspaceId: made.workspace, name: 'ViT distillation' });
  made.project = project?.id ?? 0;
  const config = (name: string) =>
    `name: ${name}\nentrypoint: python3 train.py\nsearcher: {name: single, metric: loss}\n`;
  const create = async (name: string) => {
    const { experiment } = await client.call(createExperimentRoute, {
      config: config(name),
      projectId: made.project,
      activate: true,
    });
    return experiment?.id ?? 0;
  };
  made.running = await create('soft-distill');
  made.ended = await create('deit-teacher');
  await client.call(killExperimentRoute, { id: made.ended });
  for (let i = 0; i < 8; i++) await client.call(postProjectRoute, { workspaceId: made.workspace, name: `sweep ${i}` });
});

const bar = () => at.page.getByRole('dialog', { name: 'Command bar' });
const field = () => bar().getByRole('combobox', { name: 'Find anything' });
const option = (name: string | RegExp) => bar().getByRole('option', { name });
const notice = (text: string) => at.page.getByRole('status').or(at.page.getByRole('alert')).filter({ hasText: text });

async function openBar(): Promise<void> {
  await at.page.keyboard.press('Control+Space');
  await seen(field());
}

async function type(text: string): Promise<void> {
  await openBar();
  await field().fill(text);
}

/** Types a command and takes the line that is called so. */
async function run(text: string, line: string | RegExp): Promise<void> {
  await type(text);
  await seen(option(line).first());
  await option(line).first().click();
}

const stateOf = async (id: number) => {
  const { experiment } = await at.cluster.admin.client.call(getExperimentRoute, { experimentId: id });
  return { state: experiment?.state, archived: experiment?.archived };
};

beforeEach(async () => {
  await at.visitor.signIn('/dashboard');
  await at.visitor.pageNamed('Home');
});

describe('the command bar', () => {
  test('[OMNI-001, OMNI-002, OMNI-005] opens with its keys, which can be changed, and closes on Escape', async () => {
    await openBar();
    expect(await field().getAttribute('placeholder')).toBe('Type a command or "help" for more info.');
    await at.page.keyboard.press('Escape');
    await gone(bar());
    await at.page.evaluate(`localStorage.setItem('global/shortcuts.omnibar', '"alt+K"')`);
    await at.page.reload();
    await at.visitor.pageNamed('Home');
    await at.page.keyboard.press('Alt+K');
    await seen(field());
    await at.page.keyboard.press('Escape');
    await gone(bar());
    await at.page.keyboard.press('Control+Space');
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Find anything' }).click();
    await seen(field());
  });

  test('[OMNI-003, OMNI-026] shows at most 7 lines, and says when nothing fits', async () => {
    await type('sweep');
    await seen(option(/sweep/).first());
    expect(await bar().getByRole('option').count()).toBe(7);
    await field().fill('zzqqxxyy');
    await seen(bar().getByText('no matching options'));
    expect(await bar().getByRole('option').count()).toBe(0);
  });

  test('[OMNI-006] help lists the commands', async () => {
    await run('help', /^help/);
    const help = at.page.getByRole('dialog', { name: 'Help' });
    for (const name of [
      'experiment',
      'trial',
      'pauseExperiment',
      'activateExperiment',
      'archiveExperiment',
      'goto',
      'kill',
      'logout',
      'dev',
      'help',
    ])
      await seen(help.getByText(name, { exact: true }).first());
    // The same list by its key.
    await at.page.keyboard.press('Escape');
    await gone(help);
    await at.page.keyboard.press('?');
    await seen(help);
  });

  test('[OMNI-008, OMNI-025, OMNI-029] opens an experiment by its id, or says that it is none', async () => {
    await run(`experiment ${made.ended}`, /deit-teacher/);
    await at.visitor.pageNamed('deit-teacher');
    await seen(notice('Action executed.'));
    await run('experiment 99999', /^99999/);
    await seen(notice('Invalid experiment ID 99999'));
    await run('experiment nonsense', /^nonsense/);
    await seen(notice('Invalid experiment ID nonsense'));
  });

  test('[OMNI-009, OMNI-030] opens a trial by its id, or says that it is none', async () => {
    const { trials } = await at.cluster.admin.client.call(getExperimentTrialsRoute, { experimentId: made.running });
    const id = trials[0]?.id ?? 0;
    await run(`trial ${id}`, 'by its id');
    await at.visitor.pageNamed(`Trial ${id}`);
    await run('trial 99999', /^99999/);
    await seen(notice('Invalid trial ID 99999'));
  });

  test('[OMNI-014, OMNI-015] pauses and activates a chosen experiment by its id', async () => {
    await eventually('it is in progress', async () => (await stateOf(made.running)).state !== 'STATE_PAUSED');
    await type('pauseExperiment ');
    await seen(option(/soft-distill/).first());
    // Those that have ended are not offered.
    expect(await option(/deit-teacher/).count()).toBe(0);
    await field().fill(`pauseExperiment ${made.running}`);
    await seen(option(/soft-distill/).first());
    await at.page.keyboard.press('Enter');
    await seen(notice('Action executed.'));
    await eventually('paused', async () => (await stateOf(made.running)).state === 'STATE_PAUSED');
    await run(`activateExperiment ${made.running}`, /soft-distill/);
    await eventually('active', async () => (await stateOf(made.running)).state !== 'STATE_PAUSED');
  });

  test('[OMNI-016] archives one that has ended', async () => {
    await eventually('it has ended', async () => (await stateOf(made.ended)).state === 'STATE_CANCELED');
    await run(`archiveExperiment ${made.ended}`, /deit-teacher/);
    await eventually('archived', async () => (await stateOf(made.ended)).archived);
    await notice('Action executed.').getByRole('button', { name: 'Undo' }).click();
    await eventually('not any more', async () => !(await stateOf(made.ended)).archived);
  });

  test('kill asks before it kills an experiment', async () => {
    await run(`kill experiment ${made.running}`, /soft-distill/);
    await seen(
      at.page.getByRole('alertdialog').or(at.page.getByRole('dialog')).getByRole('button', { name: /Kill/ }).first(),
    );
    expect((await stateOf(made.running)).state).not.toBe('STATE_CANCELED');
  });

  test('[OMNI-017] goto leads to a page of the navigation', async () => {
    await run('goto unca', 'Uncategorized');
    await expect.poll(() => at.visitor.place).toBe('/projects/1/experiments');
  });

  test('[OMNI-021] logout signs out', async () => {
    await run('logout', /^logout/);
    await seen(at.page.getByLabel('Username'));
  });

  test('[AUTH-053, OMNI-022, OMNI-027, OMNI-028] dev serverAddress shows, sets what answers, and resets', async () => {
    await run('dev serverAddress show', /^show/);
    await seen(notice('Action executed.').filter({ hasText: at.cluster.address }));
    const wrong = `${at.cluster.address}/nothing`;
    await run(`dev serverAddress set ${wrong}`, wrong);
    await seen(notice(`Could not find a valid server at "${wrong}"`).filter({ hasText: 'Server not found' }));
    await run(`dev serverAddress set ${at.cluster.address}`, at.cluster.address);
    await at.page
      .getByRole('dialog', { name: 'Change Server Address' })
      .getByRole('button', { name: 'Change' })
      .click();
    await expect
      .poll(() => at.page.evaluate(`localStorage.getItem('global/server-address')`))
      .toBe(JSON.stringify(at.cluster.address));
    await run('dev serverAddress reset', /^reset/);
    await expect.poll(() => at.page.evaluate(`localStorage.getItem('global/server-address')`)).toBe(null);
  });

  test('[OMNI-023, OMNI-024] dev forgets what the browser keeps, and what the user has set', async () => {
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Collapse' }).click();
    await expect.poll(() => at.page.evaluate(`localStorage.getItem('global/navbarCollapsed')`)).toBe('true');
    await run('dev resetLocalStorage', /^resetLocalStorage/);
    await at.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(() => at.page.evaluate('localStorage.length')).toBe(0);
    const settings = async () =>
      (await at.cluster.fetch('/api/v1/users/setting', { token: at.cluster.admin.token })).text();
    await expect.poll(settings).toContain('navbarCollapsed');
    await run('dev resetUserPreferences', /^resetUserPreferences/);
    await at.page.getByRole('button', { name: 'Reset', exact: true }).click();
    await expect.poll(settings).not.toContain('navbarCollapsed');
  });

  test('[OMNI-031] says when its query fails', async () => {
    await openBar();
    await at.page.context().setOffline(true);
    await field().fill('distill');
    await seen(bar().getByText('Failed to query omnibar.'));
    await at.page.context().setOffline(false);
    await field().fill('distil');
    await seen(option(/^ViT distillation/));
  });
});

describe('find anything', () => {
  test('finds by name, id and address; keys choose, Enter opens, and what was opened is there next time', async () => {
    await type('DISTILL');
    await seen(option(/^ViT distillation/));
    await seen(option(/soft-distill/).first());
    expect(await option(/soft-distill/).getAttribute('href')).toBe(`/det/experiments/${made.running}`);
    const first = await bar().locator('[aria-selected="true"]').textContent();
    await at.page.keyboard.press('ArrowDown');
    await expect.poll(() => bar().locator('[aria-selected="true"]').textContent()).not.toBe(first);
    await field().fill('soft-distill');
    await eventually('it is the only choice', async () =>
      (await bar().locator('[aria-selected="true"]').textContent())?.startsWith('soft-distill'),
    );
    await at.page.keyboard.press('Enter');
    await at.visitor.pageNamed('soft-distill');
    await openBar();
    await seen(
      bar()
        .getByRole('group', { name: 'Last seen' })
        .getByRole('option', { name: /soft-distill/ }),
    );
    await field().fill(`${at.cluster.address}/det/workspaces/${made.workspace}`);
    await seen(option(/this address/));
    await at.page.keyboard.press('Enter');
    await at.visitor.pageNamed('Vision');
  });

  test('Tab completes a command, and a small screen has it in its sheet', async () => {
    await type('pauseE');
    await seen(option(/^pauseExperiment/));
    await at.page.keyboard.press('Tab');
    await expect.poll(() => field().inputValue()).toBe('pauseExperiment ');
    await at.page.keyboard.press('Escape');
    for (const width of [390, 320]) {
      await at.page.setViewportSize({ width, height: 700 });
      await at.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'More' }).click();
      await at.page.getByRole('dialog', { name: 'More' }).getByRole('button', { name: 'Find anything' }).click();
      await field().fill('sweep');
      await seen(option(/sweep/).first());
      expect(await at.page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      const box = await bar().boundingBox();
      expect((box?.x ?? -1) >= 0 && (box?.x ?? 0) + (box?.width ?? 0) <= width).toBe(true);
      await at.page.keyboard.press('Escape');
      await gone(bar());
    }
  });
});

describe('the quick search', () => {
  const search = () => at.page.getByRole('dialog', { name: 'Workspace Quick Search' });
  const open = async () => {
    await at.page.getByRole('navigation', { name: 'Main' }).getByRole('button', { name: 'Search workspaces' }).click();
    await seen(search().getByRole('textbox'));
  };

  test('[OMNI-032, OMNI-033, OMNI-034, OMNI-035, SHELL-080] is a tree of workspaces and projects with their counts', async () => {
    await open();
    const vision = search()
      .getByRole('listitem')
      .filter({ has: at.page.getByRole('link', { name: /^.*Vision/ }) })
      .first();
    await seen(vision.getByRole('link', { name: /ViT distillation.*2 experiments/ }));
    await search().getByRole('textbox').fill('DISTILL');
    await gone(search().getByRole('link', { name: /sweep 1/ }));
    await seen(search().getByRole('link', { name: /Vision/ }));
    await search().getByRole('textbox').fill('nowhere');
    await seen(search().getByText('No matching workspace or projects'));
    await search().getByRole('textbox').fill('distill');
    await seen(search().getByRole('link', { name: /ViT distillation/ }));
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('ArrowDown');
    await at.page.keyboard.press('Enter');
    await expect.poll(() => at.visitor.place).toMatch(new RegExp(`^/projects/${made.project}`));
  });

  test('[OMNI-036] says when it cannot read its data', async () => {
    await open();
    await at.page.keyboard.press('Escape');
    await at.page.reload();
    await at.visitor.pageNamed('Home');
    await at.page.addInitScript({ content: '' });
    await at.page.evaluate(`(() => { const answered = fetch; window.fetch = async (input, more) => String(input).includes('/workspaces/0/projects')
      ? new Response('{"error": {"code": 13, "error": "broken"}}', { status: 500 }) : answered(input, more); })()`);
    await open();
    await seen(search().getByText('Unable to fetch data. Please try again later.'));
  });
});
