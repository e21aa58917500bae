import { assignRolesRoute } from '@determined/contract/identity/roles-routes.ts';
import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getModelRoute, getModelVersionsRoute, postModelRoute } from '@determined/contract/registry/models-routes.ts';
import { beforeAll, expect, test } from 'vitest';
import { consoleTest } from '../support/console-test.ts';
import { fail } from '../support/failing-call.ts';
import { registerVersion, type SavingTrial, saveCheckpoint, savingTrial } from '../support/saved-checkpoints.ts';
import { gone, seen } from '../support/seen.ts';

const at = consoleTest({ env: { DET_SECURITY_AUTHZ_TYPE: 'rbac' } });

const main = () => at.page.getByRole('main');
const dialog = () => at.page.getByRole('dialog');
const submit = (name = 'Register Checkpoint') => dialog().getByRole('button', { name, exact: true });
const model = () => dialog().getByRole('combobox', { name: 'Model' });
const versionName = () => dialog().getByRole('textbox', { name: 'Version Name' });
const admin = () => at.cluster.admin.client;
const viewer = 4;

let [vision, speech] = [0, 0];
let trial: SavingTrial;
let checkpoints: string[];
const path = () => `/experiments/${trial.experimentId}/checkpoints`;
const made = (name: string, workspaceId = vision) => admin().call(postModelRoute, { name, workspaceId });
const versionsOf = async (modelName: string) =>
  (await admin().call(getModelVersionsRoute, { modelName, sortBy: 'SORT_BY_VERSION' })).modelVersions;
const calls = '**/api/v1/models/*/versions';

async function register(uuid = checkpoints[0]): Promise<void> {
  await main()
    .getByRole('button', { name: `Actions of checkpoint ${uuid}` })
    .click();
  await at.page.getByRole('menuitem', { name: 'Register', exact: true }).click();
}

beforeAll(async () => {
  vision = (await admin().call(postWorkspaceRoute, { name: 'Vision' })).workspace?.id ?? 0;
  speech = (await admin().call(postWorkspaceRoute, { name: 'Speech' })).workspace?.id ?? 0;
  trial = await savingTrial(at.cluster, vision);
  checkpoints = [];
  for (const batches of [100, 200, 300]) checkpoints.push(await saveCheckpoint(at.cluster, trial, batches));
});

test('[TRIAL-023, TRIAL-051, TRIAL-053, TRIAL-055] a row of the checkpoints registers it as the next version of a model', async () => {
  await made('vit');
  await registerVersion(at.cluster, 'vit', checkpoints[2] ?? '');
  await at.visitor.signIn(path());
  await register();
  await submit().click();
  await seen(dialog().getByText('Please select a model', { exact: true }));
  await model().selectOption('vit');
  await expect.poll(() => versionName().getAttribute('placeholder')).toBe('Version 2');
  await versionName().fill('mixup');
  await dialog().getByRole('textbox', { name: 'Description' }).fill('smoother');
  await dialog().getByRole('button', { name: 'Add Tag' }).click();
  await dialog().getByRole('textbox', { name: 'Tag 1' }).fill('prod');
  await dialog().getByRole('button', { name: 'Add Metadata' }).click();
  await submit().click();
  await seen(dialog().getByText('Key is required', { exact: true }));
  await dialog().getByRole('textbox', { name: 'Key 1' }).fill('eval');
  await dialog().getByRole('textbox', { name: 'Value 1' }).fill('march');
  const works = await fail(at.page, 'POST', calls);
  await submit().click();
  await seen(
    dialog()
      .getByRole('alert')
      .filter({ hasText: /^Unable to register checkpoint\./ }),
  );
  await works();
  await submit().click();
  await gone(dialog());
  expect((await versionsOf('vit'))[1]).toMatchObject({
    version: 2,
    name: 'mixup',
    comment: 'smoother',
    labels: ['prod'],
    metadata: { eval: 'march' },
    checkpoint: { uuid: checkpoints[0] },
  });
  await at.page.getByRole('button', { name: 'Open Version 2' }).click();
  await at.visitor.pageNamed('mixup');
});

test('[TRIAL-052, TRIAL-055] several are registered one after the other; of those that were, none a second time', async () => {
  await made('many');
  await at.visitor.signIn(path());
  await main().getByRole('checkbox', { name: 'Select all on this page' }).check();
  await main().getByRole('button', { name: 'Register', exact: true }).click();
  await model().selectOption('many');
  expect(await versionName().isDisabled()).toBe(true);
  // The second one fails.
  let asked = 0;
  await at.page.route(calls, (route) =>
    route.request().method() === 'POST' && ++asked === 2
      ? route.fulfill({ status: 500, json: { error: { code: 13, reason: 'Internal', error: 'out of order' } } })
      : route.fallback(),
  );
  await submit('Register Checkpoints').click();
  await seen(
    dialog()
      .getByRole('alert')
      .filter({ hasText: /^Unable to register checkpoints\./ }),
  );
  await submit('Register Checkpoints').click();
  await gone(dialog());
  await at.page.unroute(calls);
  const registered = (await versionsOf('many')).map(({ checkpoint }) => checkpoint?.uuid);
  expect(registered.toSorted()).toEqual(checkpoints.toSorted());
});

test('a model is made on the way, from the dialog of the checkpoint', async () => {
  await at.visitor.signIn(`/experiments/${trial.experimentId}/trials/${trial.trialId}/checkpoints?f_flat_runs=on`);
  await main()
    .getByRole('button', { name: `Actions of checkpoint ${checkpoints[1]}` })
    .click();
  await at.page.getByRole('menuitem', { name: 'View Checkpoint' }).click();
  await submit().click();
  await seen(at.page.getByRole('dialog', { name: 'Register Checkpoint' }));
  await dialog().getByRole('textbox', { name: 'Description' }).fill('kept');
  await dialog().getByRole('button', { name: 'New Model' }).click();
  await dialog().getByRole('combobox', { name: 'Workspace' }).selectOption('Vision');
  await dialog().getByRole('textbox', { name: 'Model name' }).fill('on the way');
  await dialog().getByRole('button', { name: 'Create Model' }).click();
  await seen(submit());
  expect(await dialog().getByRole('textbox', { name: 'Description' }).inputValue()).toBe('kept');
  const { model: created } = await admin().call(getModelRoute, { modelName: 'on the way' });
  await expect.poll(() => model().inputValue()).toBe(String(created?.id));
  await expect.poll(() => versionName().getAttribute('placeholder')).toBe('Version 1');
  await submit().click();
  await gone(dialog());
  expect(await versionsOf('on the way')).toMatchObject([{ comment: 'kept', checkpoint: { uuid: checkpoints[1] } }]);
});

test('[TRIAL-054] registering needs the right to make versions, of models in their workspaces', async () => {
  await made('not for all', speech);
  const { id, username } = await at.cluster.newUser();
  const give = (roleId: number, scopeWorkspaceId: number) =>
    admin().call(assignRolesRoute, {
      userRoleAssignments: [{ userId: id, roleAssignment: { role: { roleId }, scopeWorkspaceId } }],
    });
  await give(viewer, vision);
  await give(viewer, speech);
  await at.visitor.signIn(path(), username);
  await main()
    .getByRole('button', { name: `Actions of checkpoint ${checkpoints[0]}` })
    .click();
  const entry = at.page.getByRole('menuitem', { name: 'Register' });
  expect(await entry.getAttribute('aria-disabled')).toBe('true');
  expect(await entry.textContent()).toContain('Needs EDIT_MODEL_REGISTRY in this workspace');
  const editor = 5;
  await give(editor, vision);
  await at.page.reload();
  await made('for editors');
  await register();
  const offered = model().getByRole('option');
  await expect.poll(() => offered.allTextContents()).toContain('for editors');
  expect(await offered.allTextContents()).not.toContain('not for all');
});
