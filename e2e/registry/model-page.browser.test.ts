import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { PostModelRequest } from '@determined/contract/registry/models-generated.ts';
import {
  archiveModelRoute,
  deleteModelVersionRoute,
  getModelRoute,
  getModelVersionRoute,
  patchModelRoute,
  postModelRoute,
} from '@determined/contract/registry/models-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { registerVersion, type SavingTrial, saveCheckpoint, savingTrial } from '../support/saved-checkpoints.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest();

const main = () => at.page.getByRole('main');
const banner = () => at.page.getByRole('banner');
const dialog = () => at.page.getByRole('dialog');
const save = () => dialog().getByRole('button', { name: 'Save Changes' });
const admin = () => at.cluster.admin.client;
const crumbs = () => at.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();
const fact = (region: string) => main().getByRole('region', { name: region, exact: true });
const toast = (words: string) => at.page.getByRole('alert').filter({ hasText: words });

let vision = 0;
let trial: SavingTrial;
const made = async (name: string, more: Partial<PostModelRequest> = {}) =>
  (await admin().call(postModelRoute, { name, workspaceId: vision, ...more })).model?.id ?? 0;
const stored = async (modelName: string) => (await admin().call(getModelRoute, { modelName })).model;
const storedVersion = async (modelName: string, modelVersionNum: number) =>
  (await admin().call(getModelVersionRoute, { modelName, modelVersionNum })).modelVersion;

async function act(of: string, action: string, where = banner()): Promise<void> {
  await where.getByRole('button', { name: `Actions of ${of}` }).click();
  await at.page.getByRole('menuitem', { name: action, exact: true }).click();
}
async function describe(words: string, end: () => Promise<void>): Promise<void> {
  await main()
    .getByRole('button', { name: /^Description/ })
    .click();
  await main().getByRole('textbox', { name: 'Description' }).fill(words);
  await end();
}

const pachyderm =
  'integrations: {pachyderm: {pachd: {host: h, port: 1}, proxy: {scheme: https, host: data.example, port: 444}, dataset: {project: mnist, repo: digits, commit: c0ffee, branch: main, token: t}}}\n';

beforeAll(async () => {
  vision = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  trial = await savingTrial(at.cluster, vision);
});

test('[SHELL-021, MODEL-010, MODEL-011, MODEL-012, MODEL-013, MODEL-014] shows what it is, and its versions, the latest first', async () => {
  const id = await made('vit s16', {
    description: 'Small students',
    labels: ['edge'],
    metadata: { framework: 'PyTorch', shape: [3, 224] },
    notes: 'For the *camera*.',
  });
  await at.visitor.signIn('/models/vit%20s16');
  await at.visitor.pageNamed('vit s16');
  await expect.poll(crumbs).toEqual(['Vision', 'Model Registry', `vit s16 (${id})`]);
  await seen(main().getByText('No Model Versions'));
  await seen(main().getByText('Register a checkpoint from an experiment or trial to create a model version.'));
  await seen(main().getByRole('button', { name: 'Description: Small students. Edit' }));
  await seen(main().getByText('edge', { exact: true }));
  await seen(main().getByText(/^created \d{4}-\d\d-\d\d by admin · last changed just now$/));
  await seen(fact('Notes').getByText('For the camera.'));
  expect(await fact('Metadata').getByRole('term').allTextContents()).toEqual(['framework', 'shape']);
  expect(await fact('Metadata').getByRole('definition').allTextContents()).toEqual(['PyTorch', '[3,224]']);

  const register = async (batches: number, more: object) =>
    registerVersion(at.cluster, 'vit s16', await saveCheckpoint(at.cluster, trial, batches), more);
  await register(100, { comment: 'the first' });
  await register(200, { name: 'mixup', labels: ['prod'] });
  const heads = main().getByRole('columnheader');
  await expect
    .poll(() => heads.allTextContents())
    .toEqual(['V', 'Name', 'Description', 'Last updated', 'User', 'Tags', 'Actions']);
  // What can be done with them stands in a pane of its own.
  const rows = async () =>
    (await main().locator('[data-side="center"] [role="row"]').allInnerTexts()).map((text) => text.split(/\s*\n\s*/));
  await expect.poll(rows).toEqual([
    ['2', 'mixup', '—', 'Just Now', 'A', 'prod'],
    ['1', 'Version 1', 'the first', 'Just Now', 'A', '—'],
  ]);
  await heads.filter({ hasText: 'V' }).first().click();
  await expect.poll(async () => (await rows()).map(([number]) => number)).toEqual(['1', '2']);
  await main().getByRole('link', { name: 'mixup' }).click();
  await at.visitor.pageNamed('mixup');
  expect(at.visitor.place).toBe('/models/vit%20s16/versions/2');
});

test('[MODEL-019, MODEL-020, MODEL-061, MODEL-062, MODEL-068, MODEL-069] its description, tags, notes and metadata are edited on it', async () => {
  const id = await made('edited', { metadata: { classes: 10 } });
  const calls = `**/api/v1/models/${id}`;
  await at.visitor.signIn('/models/edited');
  const enter = () => at.page.keyboard.press('Enter');
  let works = await fail(at.page, 'PATCH', calls);
  await describe('lost', enter);
  await seen(toast('Unable to save model description.'));
  await works();
  await describe('by Enter', enter);
  await expect.poll(async () => (await stored('edited'))?.description).toBe('by Enter');
  await describe('by leaving', () => main().getByRole('textbox', { name: 'Description' }).blur());
  await expect.poll(async () => (await stored('edited'))?.description).toBe('by leaving');

  await main().getByRole('button', { name: 'Edit Tags' }).click();
  await dialog().getByLabel('Tags').fill('prod');
  await enter();
  works = await fail(at.page, 'PATCH', calls);
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to update model tags.' }));
  await works();
  await save().click();
  await gone(dialog());
  await seen(main().getByText('prod', { exact: true }));
  expect((await stored('edited'))?.labels).toEqual(['prod']);

  await main().getByRole('button', { name: 'Edit Metadata' }).click();
  await dialog().getByRole('button', { name: 'Add Metadata' }).click();
  await dialog().getByRole('textbox', { name: 'Key 2' }).fill('input');
  await dialog().getByRole('textbox', { name: 'Value 2' }).fill('8 × 8');
  works = await fail(at.page, 'PATCH', calls);
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to update metadata.' }));
  await works();
  await save().click();
  await gone(dialog());
  // What was no text stays none.
  expect((await stored('edited'))?.metadata).toEqual({ classes: 10, input: '8 × 8' });

  works = await fail(at.page, 'PATCH', calls);
  await fact('Notes').getByRole('textbox', { name: 'Contents' }).fill('# Ours');
  await seen(toast('Unable to update notes.'));
  await works();
  await expect.poll(async () => (await stored('edited'))?.notes, { timeout: 20_000 }).toBe('# Ours');
  // Where others have written meanwhile, nothing of theirs is lost.
  await admin().call(patchModelRoute, { modelName: 'edited', model: { notes: '# Theirs' } });
  await expect
    .poll(() => fact('Notes').getByRole('textbox', { name: 'Contents' }).inputValue(), { timeout: 20_000 })
    .toBe('# Theirs');
});

test('[MODEL-017, MODEL-018] an archived one says so, and nothing of it is changed', async () => {
  await made('archived', { description: 'as it was', notes: 'as they were' });
  await registerVersion(at.cluster, 'archived', await saveCheckpoint(at.cluster, trial, 5));
  await admin().call(archiveModelRoute, { modelName: 'archived' });
  await at.visitor.signIn('/models/archived');
  const words = 'This model has been archived and is now read-only.';
  for (const path of ['/models/archived', '/models/archived/versions/1']) {
    await at.visitor.open(path);
    await seen(main().getByRole('status').filter({ hasText: words }));
    for (const name of ['Edit Tags', 'Edit Metadata'])
      expect(await main().getByRole('button', { name }).getAttribute('aria-disabled'), name).toBe('true');
    expect(
      await main()
        .getByRole('button', { name: /^Description/ })
        .count(),
    ).toBe(0);
  }
  await at.visitor.open('/models/archived');
  await seen(main().getByText('as it was'));
  await seen(fact('Notes').getByText('as they were'));
  expect(await fact('Notes').getByRole('textbox').count()).toBe(0);
  await banner().getByRole('button', { name: 'Actions of archived' }).click();
  await seen(at.page.getByRole('menuitem', { name: 'Unarchive' }));
  expect(await at.page.getByRole('menuitem').allTextContents()).toEqual(['Unarchive', 'Delete']);
});

test('its page goes on under its new name, and ends with it', async () => {
  await made('old name');
  await at.visitor.signIn('/models/old%20name');
  await act('old name', 'Edit');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('new name');
  await save().click();
  await at.visitor.pageNamed('new name');
  expect(at.visitor.place).toBe('/models/new%20name');
  await act('new name', 'Delete');
  await at.page.getByRole('alertdialog').getByRole('button', { name: 'Delete Model' }).click();
  await at.visitor.pageNamed('Model Registry');
});

test('[MODEL-015, MODEL-016, MODEL-022, MODEL-072, MODEL-073] what is not there, or cannot be read, says so', async () => {
  await made('broken');
  await at.visitor.signIn('/models');
  await at.visitor.open('/models/%09');
  await seen(main().getByText('Model name is empty'));
  for (const path of ['/models/nobody', '/models/broken/versions/7']) {
    await at.visitor.open(path);
    await at.visitor.pageNamed('Page not found');
  }
  await at.visitor.open('/models/broken/versions/x1');
  await seen(main().getByText('Invalid Version ID x1'));

  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await at.page.route('**/api/v1/models/broken', async (route) => {
    await held;
    await route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } });
  });
  await at.visitor.open('/models/broken');
  await main().getByText('Loading model broken details...').waitFor({ state: 'attached' });
  letGo();
  const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch model broken' });
  await seen(failure);
  await at.page.unroute('**/api/v1/models/broken');
  await failure.getByRole('button', { name: 'Retry' }).click();
  await at.visitor.pageNamed('broken');
});

test('[SHELL-022, MODEL-021, MODEL-023, MODEL-025, MODEL-026, MODEL-027, MODEL-028, MODEL-029, MODEL-030] a version shows its checkpoint, metrics and metadata, and on a tab of its own its notes', async () => {
  await made('shown');
  const uuid = await saveCheckpoint(at.cluster, trial, 1300, { val_acc: 0.828712, loss: 0.25 });
  await registerVersion(at.cluster, 'shown', uuid, { metadata: { eval: 'march' } });
  await at.visitor.signIn('/models/shown/versions/1');
  await at.visitor.pageNamed('Version 1');
  await expect.poll(async () => (await crumbs()).slice(0, 2)).toEqual(['Vision', 'Model Registry']);
  expect((await crumbs())[3]).toBe('Version 1');
  const tab = (name: string) =>
    main().getByRole('navigation', { name: 'Parts of Version 1' }).getByRole('link', { name });
  expect(await tab('Model').getAttribute('aria-current')).toBe('page');
  const checkpoint = fact('Model Checkpoint');
  expect(await checkpoint.getByRole('term').allTextContents()).toEqual(['Source', 'Checkpoint UUID', 'Total Size']);
  await seen(checkpoint.getByText(`Experiment ${trial.experimentId} / Trial ${trial.trialId} / Batch 1,300`));
  await seen(checkpoint.getByText(uuid));
  await seen(checkpoint.getByText('1.00 MiB').or(checkpoint.getByText('1.0 MiB')));
  expect(await checkpoint.getByRole('link', { name: /Experiment/ }).getAttribute('href')).toContain(
    `/experiments/${trial.experimentId}`,
  );
  expect(await fact('Code').getByRole('row').allInnerTexts()).toEqual([
    expect.stringMatching(/^File\s+Size$/),
    expect.stringMatching(/^state_dict\.pth\s+1(\.0+)? MiB$/),
    expect.stringMatching(/^code\/train\.py\s+2(\.0+)? KiB$/),
    expect.stringMatching(/^metadata\.json\s+100 B$/),
  ]);
  const pairs = async (region: string) => [
    await fact(region).getByRole('term').allTextContents(),
    await fact(region).getByRole('definition').allTextContents(),
  ];
  const [names, values] = await pairs('Validation Metrics');
  expect(Object.fromEntries((names ?? []).map((name, i) => [name, values?.[i]]))).toEqual({
    val_acc: '0.828712',
    loss: '0.250000',
  });
  expect(await pairs('Metadata')).toEqual([['eval'], ['march']]);
  await tab('Notes').click();
  await expect.poll(() => at.visitor.place).toBe('/models/shown/versions/1/notes');
  await main().getByRole('textbox', { name: 'Contents' }).fill('Ship it.');
  await expect.poll(async () => (await storedVersion('shown', 1))?.notes, { timeout: 20_000 }).toBe('Ship it.');
  await tab('Model').click();
  await expect.poll(() => at.visitor.place).toBe('/models/shown/versions/1/model');
  await seen(checkpoint);
  await checkpoint.getByRole('link', { name: /Trial/ }).click();
  await at.visitor.pageNamed(`Trial ${trial.trialId}`);
});

test('[MODEL-024] the data that a version was trained with is linked, where a data-versioning integration names it', async () => {
  await made('with data');
  const other = await savingTrial(at.cluster, vision, pachyderm);
  await registerVersion(at.cluster, 'with data', await saveCheckpoint(at.cluster, other, 10));
  await registerVersion(at.cluster, 'with data', await saveCheckpoint(at.cluster, trial, 20));
  await at.visitor.signIn('/models/with%20data/versions/1');
  const link = fact('Model Checkpoint').getByRole('link', { name: 'digits' });
  await seen(link);
  expect(await link.getAttribute('href')).toBe(
    'https://data.example:444/lineage/mnist/repos/digits/commit/c0ffee/?branchId=main',
  );
  await at.visitor.open('/models/with%20data/versions/2');
  await seen(fact('Model Checkpoint').getByText('Checkpoint UUID'));
  expect(await fact('Model Checkpoint').getByText('Data Input').count()).toBe(0);
});

test('[MODEL-031, MODEL-032, MODEL-033, MODEL-034, MODEL-046, MODEL-064, MODEL-065, MODEL-066, MODEL-067, MODEL-070, MODEL-071] a version is taken, edited, tagged and deregistered', async () => {
  const id = await made('say "hi"');
  const uuid = await saveCheckpoint(at.cluster, trial, 40);
  await registerVersion(at.cluster, 'say "hi"', uuid);
  const calls = `**/api/v1/models/${id}/versions/1`;
  await at.visitor.signIn('/models/say%20%22hi%22/versions/1');
  await banner().getByRole('button', { name: 'Download' }).click();
  await seen(dialog().getByText(`det checkpoint download ${uuid}`));
  await at.page.keyboard.press('Escape');
  await banner().getByRole('button', { name: 'Use in Notebook' }).click();
  await seen(dialog().getByText(String.raw`client.get_model("say \"hi\"")`));
  await at.page.keyboard.press('Escape');
  await gone(dialog());

  const enter = () => at.page.keyboard.press('Enter');
  let works = await fail(at.page, 'PATCH', calls);
  await describe('lost', enter);
  await seen(toast('Unable to save version description.'));
  await main().getByRole('button', { name: 'Edit Metadata' }).click();
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to save metadata.' }));
  await at.page.keyboard.press('Escape');
  await main().getByRole('button', { name: 'Edit Tags' }).click();
  await dialog().getByLabel('Tags').fill('prod');
  await enter();
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to save tags.' }));
  await works();
  await save().click();
  await gone(dialog());
  await act('Version 1', 'Edit');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('final');
  await dialog().getByRole('textbox', { name: 'Description' }).fill('the last');
  works = await fail(at.page, 'PATCH', calls);
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to edit model version' }));
  await works();
  await save().click();
  await at.visitor.pageNamed('final');
  expect(await storedVersion('say "hi"', 1)).toMatchObject({ name: 'final', comment: 'the last', labels: ['prod'] });

  await at.visitor.open('/models/say%20%22hi%22');
  works = await fail(at.page, 'PATCH', calls);
  await act('final', 'Edit Tags', main());
  await save().click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to update model version 1 tags.' }));
  await works();
  await at.page.keyboard.press('Escape');
  await main().getByRole('link', { name: 'final' }).click();
  await at.visitor.pageNamed('final');
  await act('final', 'Deregister Version');
  const confirm = at.page.getByRole('alertdialog');
  works = await fail(at.page, 'DELETE', calls);
  await confirm.getByRole('button', { name: 'Deregister Version' }).click();
  await seen(confirm.getByRole('alert').filter({ hasText: 'Unable to delete model version 1.' }));
  await works();
  await confirm.getByRole('button', { name: 'Deregister Version' }).click();
  await at.visitor.pageNamed('say "hi"');
  await seen(main().getByText('No Model Versions'));
  await expect(storedVersion('say "hi"', 1)).rejects.toThrow('not found');
});

test('[MODEL-034] whoever did not register a version does not deregister it', async () => {
  await made('kept');
  await registerVersion(at.cluster, 'kept', await saveCheckpoint(at.cluster, trial, 50));
  const { username } = await at.cluster.newUser();
  await at.visitor.signIn('/models/kept/versions/1', username);
  await banner().getByRole('button', { name: 'Actions of Version 1' }).click();
  const entry = at.page.getByRole('menuitem', { name: 'Deregister Version' });
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
  expect(await entry.textContent()).toContain('Only its owner or an administrator may do this.');
  await admin().call(deleteModelVersionRoute, { modelName: 'kept', modelVersionNum: 1 });
});
