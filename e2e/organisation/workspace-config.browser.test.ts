import { getWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { workspaceSteps } from './workspace-steps.ts';

const at = consoleTest();
const { main, dialog, act, uniqueName, makeWorkspace } = workspaceSteps(at);

test('[WS-083] its checkpoint storage is its owner’s to set, its agent user an administrator’s', async () => {
  const { client, username } = await at.cluster.newUser();
  const name = uniqueName('Configured');
  const { workspace } = await client.call(postWorkspaceRoute, { name });
  await at.visitor.signIn('/workspaces?sort=newest', username);
  await act(name, 'Edit');
  expect(
    await dialog()
      .getByRole('switch', { name: /^Tasks run as another user/ })
      .isDisabled(),
  ).toBe(true);
  await dialog()
    .getByRole('switch', { name: /^Checkpoints have a storage/ })
    .check();
  const storage = dialog().getByRole('textbox', { name: 'Checkpoint Storage' });
  await storage.fill('type: [');
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(dialog().getByText(/^Invalid YAML on line \d\.$/));
  expect(await at.page.evaluate('document.activeElement.tagName')).toBe('TEXTAREA');
  await storage.fill('type: directory\ncontainer_path: /data');
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await gone(dialog());
  const admin = await Visitor.arrive(at.browser, at.cluster);
  await admin.signIn(`/workspaces/${workspace?.id}`);
  await admin.page.getByRole('button', { name: `Actions of ${name}` }).click();
  await admin.page.getByRole('menuitem', { name: 'Edit' }).click();
  const config = admin.page.getByRole('dialog');
  await seen(config.getByText('container_path: /data'));
  await config.getByRole('switch', { name: /^Tasks run as another user/ }).check();
  for (const [label, value] of [
    ['Agent User ID', '1007'],
    ['Agent User Name', 'trainer'],
    ['Agent Group ID', '1008'],
    ['Agent Group Name', 'lab'],
  ] as const)
    await config.getByRole('textbox', { name: label }).fill(value);
  await config.getByRole('button', { name: 'Save Changes' }).click();
  await gone(config);
  const { workspace: now } = await client.call(getWorkspaceRoute, { id: workspace?.id ?? 0 });
  expect(now?.agentUserGroup).toEqual({
    agentUid: 1007,
    agentUser: 'trainer',
    agentGid: 1008,
    agentGroup: 'lab',
  });
  await admin.leave();
  // Taken away from the list, whose answer comes without it.
  await act(name, 'Edit');
  await seen(storage);
  await dialog()
    .getByRole('switch', { name: /^Checkpoints have a storage/ })
    .uncheck();
  await seen(dialog().getByText(/^Experiments made from now on use the cluster's storage/));
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await gone(dialog());
  const cleared = await client.call(getWorkspaceRoute, { id: workspace?.id ?? 0 });
  expect(cleared.workspace?.checkpointStorageConfig).toBeUndefined();
  expect(cleared.workspace?.agentUserGroup?.agentUser).toBe('trainer');
  await act(name, 'Edit');
  const storageSwitch = dialog().getByRole('switch', { name: /^Checkpoints have a storage/ });
  await seen(storageSwitch);
  expect(await storageSwitch.isChecked()).toBe(false);
});

test('[WS-016, WS-102, WS-105, WS-108, ERR-010] says what failed and why', async () => {
  const { name } = await makeWorkspace('Out of reach');
  await at.visitor.signIn('/workspaces?sort=newest');
  await seen(main().getByRole('link', { name }));
  await at.page.context().setOffline(true);
  const says = (text: string) => at.page.getByRole('alert').filter({ hasText: text });
  await act(name, 'Edit');
  await seen(says('Unable to open the form.').getByText('Server is Unreachable'));
  await at.page.context().setOffline(false);
  await act(name, 'Edit');
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await at.page.context().setOffline(true);
  for (const [action, failed] of [
    ['Archive', 'Unable to archive workspace.'],
    ['Unpin', 'Unable to unpin workspace.'],
  ] as const) {
    await act(name, action);
    await seen(says(failed).getByText('Server is Unreachable'));
  }
  await act(name, 'Edit');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('Other');
  await dialog().getByRole('button', { name: 'Save Changes' }).click();
  await seen(dialog().getByRole('alert').filter({ hasText: 'Unable to save workspace.' }));
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await main().getByRole('radio', { name: 'My Workspaces' }).check();
  const failure = main().getByRole('alert').filter({ hasText: 'Unable to fetch workspaces' });
  await seen(failure);
  await at.page.context().setOffline(false);
  await failure.getByRole('button', { name: 'Retry' }).click();
  await seen(main().getByRole('link', { name }));
});
