import { setClusterMessageRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { postAccessTokenRoute } from '@determined/contract/identity/tokens-routes.ts';
import { patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import { putGlobalConfigPoliciesRoute } from '@determined/contract/organisation/config-policies-routes.ts';
import { postProjectRoute, putProjectNotesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { postTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { createExperimentRoute, patchExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '@determined/contract/training/metrics-routes.ts';
import { postPinRoute } from '@determined/contract/training/pin-ext-routes.ts';
import { createTrialRoute } from '@determined/contract/training/trials-routes.ts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { seen } from '../support/seen.ts';

// Whatever a person can give a name or write down is text to everybody else: it never becomes a part of the page.
const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

/** Leaves an attribute and an element; runs, marks itself, and asks for a file. */
const hostile = '"\'><img src=/hostile data-hostile onerror=hostile=1>';
const empty = `${hostile} 2`;
const script = '<script data-hostile>hostile=1</script>';
const markdown = `${hostile}\n\n${script}\n\n[${hostile}](javascript:hostile=1) ![x](javascript:hostile=1)\n\n<svg data-hostile onload=hostile=1>\n\n\`\`\`\n${script}\n\`\`\``;
const yaml = (text: string) => JSON.stringify(text);
const base64 = (text: string) => Buffer.from(text).toString('base64');

let ids: { workspace: number; project: number; experiment: number; trial: number };
beforeAll(async () => {
  const { client } = at.cluster.admin;
  const me = at.cluster.admin.id;
  await client.call(patchUserRoute, { userId: me, user: { displayName: hostile } });
  await client.call(setClusterMessageRoute, { message: hostile });
  await client.call(postUserRoute, {
    user: { username: hostile, displayName: script, active: true },
    password: 'Long-enough-4711',
  });
  await client.call(createGroupRoute, { name: hostile, addUsers: [me] });
  await client.call(postAccessTokenRoute, { userId: me, description: hostile });
  const { workspace } = await client.call(postWorkspaceRoute, {
    name: hostile,
    agentUserGroup: { agentUid: 1, agentGid: 1, agentUser: hostile, agentGroup: hostile },
  });
  const workspaceId = workspace?.id ?? 0;
  await client.call(postWorkspaceRoute, { name: empty });
  const { project } = await client.call(postProjectRoute, { workspaceId, name: hostile, description: hostile });
  const projectId = project?.id ?? 0;
  await client.call(postProjectRoute, { workspaceId, name: empty });
  await client.call(putProjectNotesRoute, { projectId, notes: [{ name: hostile, contents: markdown }] });
  await client.call(postTemplateRoute, {
    template: {
      name: hostile,
      workspaceId,
      config: { description: hostile, environment: { environment_variables: [`A=${hostile}`] } },
    },
  });
  await client.call(putGlobalConfigPoliciesRoute, {
    workloadType: 'EXPERIMENT',
    configPolicies: `invariant_config:\n  description: ${yaml(hostile)}\n`,
  });
  const { experiment } = await client.call(createExperimentRoute, {
    projectId,
    unmanaged: true,
    modelDefinition: [
      { path: `${hostile.replaceAll('/', '')}.md`, type: 48, content: base64(markdown), mode: 0o644 },
      { path: 'train.py', type: 48, content: base64(script), mode: 0o644 },
    ],
    config: `
name: ${yaml(hostile)}
description: ${yaml(hostile)}
labels: [${yaml(hostile)}]
entrypoint: ${yaml(hostile)}
searcher: {name: single, metric: ${yaml(hostile)}}
hyperparameters: {${yaml(hostile)}: {type: categorical, vals: [${yaml(hostile)}]}}
`,
  });
  const experimentId = experiment?.id ?? 0;
  await client.call(patchExperimentRoute, { experiment: { id: experimentId, notes: markdown } });
  const { trial } = await client.call(createTrialRoute, {
    experimentId,
    unmanaged: true,
    hparams: { [hostile]: hostile },
  });
  const trialId = trial?.id ?? 0;
  for (const [group, stepsCompleted] of [
    ['training', 1],
    ['validation', 2],
    [hostile, 3],
  ] as const) {
    await client.call(reportTrialMetricsRoute, {
      metrics: { trialId, trialRunId: 0, stepsCompleted, metrics: { avgMetrics: { [hostile]: stepsCompleted } } },
      group,
    });
  }
  await client.call(postPinRoute, {
    params: { trialId },
    body: { group: 'validation', metric: hostile, batches: 2, text: `#${trialId} ${script}\n${hostile}` },
  });
  const reply = await at.cluster.fetch('/api/v1/task/logs', {
    method: 'POST',
    token: at.cluster.admin.token,
    body: JSON.stringify({
      logs: [hostile, script].map((log) => ({
        taskId: trial?.taskId,
        log: `${log}\n`,
        level: 'LOG_LEVEL_ERROR',
        containerId: hostile,
        agentId: hostile,
        source: hostile,
      })),
    }),
  });
  expect(reply.status, await reply.text()).toBe(200);
  ids = { workspace: workspaceId, project: projectId, experiment: experimentId, trial: trialId };
});

/** Parts of the page that a text has become. */
const grown = `[...document.querySelectorAll('[data-hostile], [onerror], [onload], script:not([src]), iframe, object, embed')]
  .concat([...document.querySelectorAll('[href], [src], [action]')].filter((one) =>
    ['href', 'src', 'action'].some((name) => /^\\s*(javascript|data:text)/i.test(one.getAttribute(name) ?? ''))))
  .map((one) => one.outerHTML.slice(0, 120))`;
const ran = "'hostile' in globalThis";

/** What the page has made of such texts, once it shows one. */
async function found(page: Page, place: string): Promise<unknown> {
  const text = () =>
    page.evaluate<string>(
      "[document.body.innerText, ...[...document.querySelectorAll('input, textarea')].map(({ value }) => value)].join()",
    );
  await expect.poll(text, { message: place, interval: 100 }).toContain('data-hostile');
  return { place, grown: await page.evaluate<string[]>(grown), ran: await page.evaluate<boolean>(ran) };
}

/** Opens what the pages have in menus, for a thing of this name. */
const act =
  (action: string, name = hostile) =>
  async (page: Page) => {
    await page
      .locator('main')
      .getByRole('button', { name: `Actions of ${name}`, exact: true })
      .first()
      .click();
    await page.getByRole('menuitem', { name: action, exact: true }).click();
  };

test('texts of others never become a part of any page or dialog, and are shown as they are', async () => {
  const { page, visitor } = at;
  page.setDefaultTimeout(10_000);
  const strange: string[] = [];
  page.on('dialog', (dialog) => {
    strange.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(at.cluster.address) || request.url().endsWith('/hostile'))
      strange.push(request.url());
  });
  await visitor.signIn('/dashboard');
  const { workspace, project, experiment, trial } = ids;
  const pages = [
    '/dashboard',
    '/workspaces',
    '/workspaces?view=grid',
    ...['projects', 'members', 'templates', 'config-policies'].map((tab) => `/workspaces/${workspace}/${tab}`),
    `/projects/${project}/experiments`,
    `/projects/${project}/notes`,
    '/templates',
    ...['overview', 'trials', 'visualization/learning-curve', 'notes', 'code', 'code?file=train.py'].map(
      (tab) => `/experiments/${experiment}/${tab}`,
    ),
    ...['overview', 'metrics', 'hyperparameters', 'logs'].map(
      (tab) => `/experiments/${experiment}/trials/${trial}/${tab}`,
    ),
    ...['user-management', 'group-management', 'config-policies', 'audit-log'].map((tab) => `/admin/${tab}`),
  ];
  const safe = { grown: [], ran: false };
  for (const path of pages) {
    await visitor.open(path);
    await seen(page.getByRole('heading', { level: 1 }));
    expect(await found(page, path)).toEqual({ place: path, ...safe });
  }
  // Pins come after their charts.
  await visitor.open(`/experiments/${experiment}/trials/${trial}/metrics`);
  await seen(page.getByRole('region', { name: 'Pins' }).getByRole('link', { name: `#${trial}`, exact: true }));
  // Each curve that comes moves it, maybe from under the pointer.
  const hint = page.getByRole('tooltip').getByText(hostile);
  const read = async () => {
    await page.getByRole('button', { name: 'Pin 1', exact: true }).hover();
    return hint.count();
  };
  await expect.poll(read, { interval: 500 }).toBe(1);
  expect(await found(page, 'pins')).toEqual({ place: 'pins', ...safe });
  const dialogs: [path: string, open: (page: Page) => Promise<void>][] = [
    ['/workspaces', act('Edit')],
    ['/workspaces', act('Delete', empty)],
    [`/workspaces/${workspace}/projects`, act('Edit')],
    [`/workspaces/${workspace}/projects`, act('Move')],
    [`/workspaces/${workspace}/projects`, act('Delete', empty)],
    [`/projects/${project}/experiments`, act('Edit')],
    [`/projects/${project}/experiments`, act('Move')],
    ['/admin/user-management', act('Edit User')],
    ['/admin/group-management', act('Edit Group')],
    ['/admin/group-management', act('Delete Group')],
  ];
  for (const [number, [path, open]] of dialogs.entries()) {
    await visitor.open(path);
    await open(page).catch((error: unknown) => {
      throw new Error(`${number} ${path}: ${error}`);
    });
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
    const place = `dialog ${number} over ${path}`;
    expect(await found(page, place)).toEqual({ place, ...safe });
  }
  await visitor.open('/dashboard');
  await page.getByRole('button', { name: /^User menu of / }).click();
  await page.getByRole('menuitem', { name: 'User Settings' }).click();
  await seen(page.getByRole('dialog'));
  expect(await found(page, 'settings')).toEqual({ place: 'settings', ...safe });
  await page.keyboard.press('Escape');
  await page.keyboard.press('Control+Space');
  await page.getByRole('combobox', { name: 'Find anything' }).fill('hostile');
  await page.getByRole('option').first().waitFor();
  expect(await found(page, 'command bar')).toEqual({ place: 'command bar', ...safe });
  expect(strange).toEqual([]);
});
