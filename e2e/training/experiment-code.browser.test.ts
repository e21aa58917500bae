import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import {
  archiveExperimentRoute,
  createExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
  patchExperimentRoute,
  unarchiveExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { expect, test } from 'vitest';
import { violations } from '../support/axe.ts';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const admin = () => at.cluster.admin.client;
const viewerRole = 4;
const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const attack = '<svg xmlns="http://www.w3.org/2000/svg"><script>globalThis.attacked = 1</script></svg>';

const content = (text: string) => Buffer.from(text).toString('base64');
const files = [
  { path: 'train.py', type: 48, content: content('def train():\n    return "trained"\n') },
  { path: 'data', type: 53, content: '' },
  { path: 'data/aug.py', type: 48, content: content('flip = True\n') },
  { path: 'empty.txt', type: 48, content: '' },
  { path: 'logo.png', type: 48, content: pixel },
  { path: 'drawn.svg', type: 48, content: content(attack) },
  { path: 'weights.bin', type: 48, content: Buffer.from([0, 1, 2, 255]).toString('base64') },
];

async function create(searcher: string, modelDefinition = files): Promise<number> {
  const config = `
# as it was written
name: with code
entrypoint: python3 train.py
searcher: {${searcher}, metric: loss}
hyperparameters: {lr: {type: double, minval: 0, maxval: 1}}
resources: {slots_per_trial: 0}
`;
  const { experiment } = await admin().call(createExperimentRoute, { config, modelDefinition, activate: false });
  return experiment?.id ?? 0;
}
const [single, random] = ['name: single', 'name: random, max_trials: 2'];

const tabs = () => main().getByRole('navigation', { name: /^Experiment / });
const tab = (name: string) => tabs().getByRole('link', { name, exact: true });
const tree = () => main().getByRole('navigation', { name: 'Files' });
const shown = () => main().getByRole('region', { name: 'File' });
const code = (name: string) => shown().getByRole('textbox', { name });

test('[CODE-001, CODE-003, CODE-007, EXP-011] files stand in a tree and are shown as what they are', async () => {
  const id = await create(random);
  await at.visitor.signIn(`/experiments/${id}`);
  await tab('Code').click();
  await seen(code('submitted.yaml').getByText('# as it was written'));
  await tree().getByRole('link', { name: 'Runtime Configuration' }).click();
  await seen(code('runtime.yaml').getByText('max_restarts'));
  await tree().getByRole('link', { name: 'Effective Configuration' }).click();
  const settings = at.page.getByRole('region', { name: 'Settings' });
  await seen(settings.getByRole('row', { name: /^entrypoint .* submitted/ }));
  await seen(settings.getByRole('row', { name: /^checkpoint_policy best default/ }));

  await tree().getByRole('link', { name: 'train.py' }).click();
  await seen(code('train.py').getByText('"trained"'));
  expect(at.visitor.place).toBe(`/experiments/${id}/code?file=train.py`);
  expect(await tree().locator('[aria-current=page]').allTextContents()).toEqual([' train.py']);
  await tree().getByRole('button', { name: 'data' }).click();
  await tree().getByRole('link', { name: 'aug.py' }).click();
  await seen(code('data/aug.py').getByText('flip'));
  // The address alone shows it, its folder open.
  await at.page.reload();
  await seen(code('data/aug.py').getByText('flip'));
  await seen(tree().getByRole('link', { name: 'aug.py' }));
  const [download] = await Promise.all([
    at.page.waitForEvent('download'),
    shown().getByRole('link', { name: 'Download data/aug.py' }).click(),
  ]);
  expect(new URL(download.url()).pathname + new URL(download.url()).search).toBe(
    `/experiments/${id}/file/download?path=data%2Faug.py`,
  );

  await tree().getByRole('link', { name: 'empty.txt' }).click();
  await seen(shown().getByText('File has no content'));
  await tree().getByRole('link', { name: 'logo.png' }).click();
  await seen(shown().getByRole('img', { name: 'logo.png' }));
  await tree().getByRole('link', { name: 'weights.bin' }).click();
  await seen(shown().getByText('Not a text'));
  // What may hold scripts is text.
  await tree().getByRole('link', { name: 'drawn.svg' }).click();
  await seen(code('drawn.svg').getByText('globalThis.attacked'));
  expect(await at.page.evaluate('globalThis.attacked')).toBeUndefined();
});

test('a notebook is shown as it was saved, and nothing of it runs', async () => {
  const run = (data: object) => ({ output_type: 'execute_result', metadata: {}, execution_count: 1, data });
  const notebook = {
    nbformat: 4,
    nbformat_minor: 5,
    metadata: {},
    cells: [
      {
        cell_type: 'markdown',
        source: ['# How it was found\n', '<img src=x onerror="attacked = 1"> [out](javascript:1)'],
      },
      {
        ...{ cell_type: 'code', execution_count: 7, source: 'plot(losses)' },
        outputs: [
          { output_type: 'stream', name: 'stdout', text: ['epoch 1\n', 'epoch 2\n'] },
          run({ 'text/html': '<script>globalThis.attacked = 1</script><b>bold</b>' }),
          run({ 'image/png': pixel, 'text/plain': '<Figure size 1x1>' }),
          { output_type: 'error', ename: 'ValueError', evalue: 'no', traceback: ['\u001b[31mValueError\u001b[0m: no'] },
        ],
      },
    ],
  };
  const id = await create(single, [
    ...files,
    { path: 'look.ipynb', type: 48, content: content(JSON.stringify(notebook)) },
    { path: 'torn.ipynb', type: 48, content: content('{"cells": [') },
  ]);
  await at.visitor.signIn(`/experiments/${id}/code?file=look.ipynb`);
  const cells = shown().getByRole('region', { name: 'Notebook look.ipynb' });
  await seen(cells.getByRole('heading', { name: 'How it was found', exact: true }));
  await seen(cells.getByText('plot(losses)'));
  await seen(cells.getByText('[7]'));
  await seen(cells.getByText('epoch 1\nepoch 2'));
  await seen(cells.getByRole('img', { name: '<Figure size 1x1>' }));
  await seen(cells.getByText('Not shown: text/html.'));
  await seen(cells.getByText('ValueError: no'));
  // What would be HTML is a text, or not there.
  await seen(cells.getByText('<img src=x onerror="attacked = 1">'));
  expect(await cells.getByRole('link').count()).toBe(0);
  expect(await cells.locator('b, script').count()).toBe(0);
  expect(await at.page.evaluate('globalThis.attacked')).toBeUndefined();
  expect(await violations(at.page, 'main')).toEqual([]);
  await shown().getByRole('radio', { name: 'Source' }).check();
  await seen(code('look.ipynb').getByText('nbformat_minor'));
  await tree().getByRole('link', { name: 'torn.ipynb' }).click();
  await seen(code('torn.ipynb').getByText('cells'));
});

test('[CODE-002, CODE-004] a file that cannot be had, and one that cannot be shown, say so', async () => {
  const id = await create(single);
  const path = `**/api/v1/experiments/${id}/file`;
  const broken = { status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } };
  await at.page.route(path, (route) => route.fulfill(broken));
  await at.visitor.signIn(`/experiments/${id}/code?file=train.py`);
  await seen(shown().getByText('Unable to fetch the selected file'));
  await at.page.unroute(path);
  await shown().getByRole('button', { name: 'Retry' }).click();
  await seen(code('train.py').getByText('"trained"'));
  await at.page.route(path, (route) => route.fulfill({ json: { file: Buffer.from([0xff, 0xfe]).toString('base64') } }));
  await tree().getByRole('link', { name: 'drawn.svg' }).click();
  await seen(shown().getByText('Failed to load selected file'));
});

test('[CODE-006, EXP-018, EXP-069] without files there is no code to look at or to download', async () => {
  const menu = () => at.page.getByRole('button', { name: 'Actions of with code' });
  const item = () => at.page.getByRole('menuitem', { name: 'Download Code' });
  const withFiles = await create(single);
  await at.visitor.signIn(`/experiments/${withFiles}`);
  await menu().click();
  const [download] = await Promise.all([at.page.waitForEvent('download'), item().click()]);
  expect(download.suggestedFilename()).toBe(`exp${withFiles}_with code_model_def.tar.gz`);

  const without = await create(single, []);
  await at.visitor.open(`/experiments/${without}/code`);
  await at.page.waitForURL(`**/experiments/${without}/overview`);
  await tab('Code').hover();
  await seen(at.page.getByRole('tooltip').filter({ hasText: 'Code file non-exist.' }));
  expect(await tab('Code').getAttribute('aria-disabled')).toBe('true');
  await menu().click();
  await seen(at.page.getByRole('menuitem', { name: 'Delete' }).or(at.page.getByRole('menuitem').first()).first());
  expect(await item().count()).toBe(0);

  const search = await create(random, []);
  await at.visitor.open(`/experiments/${search}/trials`);
  await seen(tab('Notes'));
  expect(await tab('Code').count()).toBe(0);
});

test('[CODE-005, VIZ-055] code and charts are for who may view artifacts', async () => {
  const [one, many] = [await create(single), await create(random)];
  // Every built-in role that shows an experiment shows its artifacts: the console is told of one that does not.
  const path = '**/api/v1/permissions/summary';
  await at.page.route(path, async (route) => {
    const response = await route.fetch();
    const text = (await response.text()).replaceAll(
      'PERMISSION_TYPE_VIEW_EXPERIMENT_ARTIFACTS',
      'PERMISSION_TYPE_UNSPECIFIED',
    );
    return route.fulfill({ response, body: text });
  });
  await at.visitor.signIn(`/experiments/${one}/code`);
  await at.page.waitForURL(`**/experiments/${one}/overview`);
  await seen(tab('Notes'));
  expect(await tab('Code').count()).toBe(0);
  await at.visitor.open(`/experiments/${many}/code`);
  await seen(tab('Notes'));
  expect(await tab('Code').count()).toBe(0);
  await at.visitor.open(`/experiments/${many}/visualization/learning-curve`);
  await seen(main().getByRole('heading', { name: 'Charts are not shown to you', exact: true }));
  await at.page.unroute(path);
  await at.visitor.open(`/experiments/${many}/visualization/learning-curve`);
  await seen(main().getByText('No data to plot.'));
  await at.visitor.open(`/experiments/${many}/code`);
  await seen(tree());
});

test('[EXP-012, EXP-019, EXP-147, EXP-148, EXP-162] notes are written, and read where they may not be', async () => {
  const [one, many] = [await create(single), await create(random)];
  const stored = async (experimentId: number) =>
    (await admin().call(getExperimentRoute, { experimentId })).experiment?.notes;
  const text = () => main().getByRole('textbox', { name: 'Contents' });
  const failure = () => at.page.getByRole('alert').filter({ hasText: 'Unable to update experiment notes.' });
  await at.visitor.signIn(`/experiments/${many}`);
  await tab('Notes').click();
  await text().fill('- [ ] another seed');
  await expect.poll(() => stored(many)).toBe('- [ ] another seed');

  await at.visitor.open(`/experiments/${one}/notes`);
  const path = `**/api/ext/v1/experiments/${one}/notes`;
  const broken = { status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } };
  await at.page.route(path, (route) => route.fulfill(broken));
  await text().fill('**kept**');
  await seen(failure());
  await seen(main().getByText('Not saved, trying again'));
  await at.page.unroute(path);
  await expect.poll(() => stored(one)).toBe('**kept**');

  // What somebody else writes comes into sight, and what is archived is only read.
  await admin().call(patchExperimentRoute, { experiment: { id: one, notes: '**changed**' } });
  await expect.poll(() => text().inputValue()).toBe('**changed**');
  await admin().call(killExperimentRoute, { id: one });
  await admin().call(archiveExperimentRoute, { id: one });
  await seen(main().getByText('Notes of an archived experiment are read-only.'));
  await seen(main().locator('strong', { hasText: 'changed' }));
  expect(await text().count()).toBe(0);
  await admin().call(unarchiveExperimentRoute, { id: one });
  await seen(text());

  const reader = await at.cluster.newUser();
  const userRoleAssignments = [
    { userId: reader.id, roleAssignment: { role: { roleId: viewerRole }, scopeWorkspaceId: 1 } },
  ];
  await admin().call(assignRolesRoute, { userRoleAssignments });
  const other = await Visitor.arrive(at.browser, at.cluster);
  try {
    await other.signIn(`/experiments/${one}/notes`, reader.username);
    const theirs = other.page.getByRole('main');
    await seen(theirs.getByText('Needs UPDATE_EXPERIMENT_METADATA in this workspace'));
    await gone(theirs.getByRole('textbox', { name: 'Contents' }));
  } finally {
    await other.leave();
  }
});
