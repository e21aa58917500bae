import { getWorkspaceRoute, postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { describe, expect, test } from 'vitest';
import { Visitor } from '../support/console-browser.ts';
import { consoleTest } from '../support/console-test.ts';
import { gone, seen } from '../support/seen.ts';
import { bound, type Told, tellOfClusters } from './tell-of-clusters.ts';
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
  await at.comeAnew();
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

describe('on Kubernetes', () => {
  const tell = (told: Told) => tellOfClusters(at.page, told);
  const on = (cluster: string) => dialog().getByRole('group', { name: `Namespace Bindings on ${cluster}` });
  const namespace = (cluster: string) => on(cluster).getByRole('textbox', { name: 'Namespace' });
  const quota = (cluster: string) => on(cluster).getByRole('textbox', { name: 'Resource Quota' });
  const auto = (cluster: string) => on(cluster).getByRole('switch', { name: 'Auto Create Namespace' });
  const save = () => dialog().getByRole('button', { name: 'Save Changes' });

  test('[WS-080, WS-091, WS-092, WS-093] a workspace has a namespace and a quota on each cluster', async () => {
    const { name } = await makeWorkspace('Bound');
    const asked = await tell({
      bindings: { ...bound('east', 'vision'), ...bound('west', 'old') },
      quotas: { east: 8 },
    });
    await at.visitor.signIn('/workspaces?sort=newest');
    await act(name, 'Edit');
    await seen(dialog().getByRole('textbox', { name: 'Name', exact: true }));
    await seen(dialog().getByRole('switch', { name: /^Checkpoints have a storage/ }));
    await seen(dialog().getByRole('switch', { name: /^Tasks run as another user/ }));
    expect(await namespace('east').inputValue()).toBe('vision');
    expect([await quota('east').inputValue(), await quota('west').inputValue()]).toEqual(['8', '']);
    await namespace('east').fill('n'.repeat(64));
    await save().click();
    await seen(on('east').getByText('Namespace has at most 63 characters'));
    await namespace('east').fill('n'.repeat(63));
    for (const bad of ['-1', 'many']) {
      await quota('east').fill(bad);
      await save().click();
      await seen(on('east').getByText('Resource Quota has to be greater or equal to 0'));
    }
    expect(asked).toEqual([]);
    await quota('east').fill('0');
    expect(await namespace('west').isDisabled()).toBe(false);
    await auto('west').check();
    expect(await namespace('west').isDisabled()).toBe(true);
    await save().click();
    await gone(dialog());
    const binding = { autoCreateNamespaceAllClusters: false };
    expect(asked).toEqual([
      {
        method: 'PATCH',
        path: '',
        query: '',
        body: {
          clusterNamespaceMeta: {
            east: { ...binding, clusterName: 'east', namespace: 'n'.repeat(63), autoCreateNamespace: false },
            west: { ...binding, clusterName: 'west', autoCreateNamespace: true },
          },
        },
      },
      { method: 'POST', path: '/set-resource-quota', query: '', body: { clusterQuotaPairs: { east: 0 } } },
    ]);
    // What is blank is bound no more.
    asked.length = 0;
    await act(name, 'Edit');
    await namespace('west').fill('');
    await save().click();
    await gone(dialog());
    expect(asked.slice(1)).toEqual([
      { method: 'DELETE', path: '/namespace-bindings', query: '?clusterNames=west', body: null },
    ]);
  });

  test('[WS-081, WS-082] auto-create and quotas are the vendor’s; without such clusters there is none of it', async () => {
    const { name } = await makeWorkspace('Branded');
    const bindings = bound('east', 'vision');
    await tell({ branding: 'determined', managers: ['east'], bindings, quotas: { east: 8 } });
    await at.visitor.signIn('/workspaces?sort=newest');
    await act(name, 'Edit');
    await seen(namespace('east'));
    expect(await auto('east').count()).toBe(0);
    expect(await quota('east').count()).toBe(0);
    await tell({ branding: 'hpe', managers: ['east'], bindings, quotas: { east: 8 } });
    await at.page.reload();
    await act(name, 'Edit');
    await seen(auto('east'));
    await seen(quota('east'));
    await tell({ managers: [] });
    await at.page.reload();
    await act(name, 'Edit');
    await seen(dialog().getByRole('switch', { name: /^Checkpoints have a storage/ }));
    expect(await dialog().getByRole('group').count()).toBe(0);
  });

  test('[WS-109, WS-110, WS-111] says what could not be read, and leaves the rest to be changed', async () => {
    const { name } = await makeWorkspace('Unread');
    const says = (text: string) => dialog().getByRole('alert').filter({ hasText: text });
    await tell({ bindings: 500, quotas: 500 });
    await at.visitor.signIn('/workspaces?sort=newest');
    await act(name, 'Edit');
    await seen(says('Failed to fetch list of workspace namespace bindings.').getByText('out of order'));
    await seen(says('Failed to fetch kubernetes resource quotas for the workspace.').getByText('out of order'));
    expect(await dialog().getByRole('group').count()).toBe(0);
    const asked = await tell({ managers: 500 });
    await at.page.reload();
    await act(name, 'Edit');
    await seen(says('Failed to fetch Resource Managers.').getByText('out of order'));
    await dialog().getByRole('textbox', { name: 'Name', exact: true }).fill('Else');
    await save().click();
    await gone(dialog());
    expect(asked.map(({ body }) => body)).toEqual([{ name: 'Else', clusterNamespaceMeta: {} }]);
  });
});
