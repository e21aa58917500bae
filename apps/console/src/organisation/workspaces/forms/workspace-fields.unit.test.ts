import { expect, test } from 'vitest';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { clusterChangesOf, clusterChecks, clusterFieldsOf } from './cluster-fields.ts';
import { changesOf, fieldsOf, workspaceChecks } from './workspace-fields.ts';

// Only what the form reads of a workspace.
const workspace = {
  name: 'Vision',
  agentUserGroup: null,
  checkpointStorageConfig: { type: 's3', bucket: 'b', secret_key: '********' },
} as unknown as Workspace;
const fields = fieldsOf(workspace);

test('nothing is asked to change that was not', () => {
  expect(changesOf(fields, workspace)).toEqual({});
  expect(changesOf({ ...fields, name: ' Sight ' }, workspace)).toEqual({ name: 'Sight' });
});

test('[WS-097, WS-098] checkpoint storage is needed where it is set, as YAML', () => {
  expect(workspaceChecks.storage('', { ...fields, setsStorage: false })).toBeNull();
  expect(workspaceChecks.storage(' ', fields)).toBe('Checkpoint Storage is required');
  expect(workspaceChecks.storage('type: s3\nbucket: [', fields)).toMatch(/^Invalid YAML on line [23]\.$/);
  expect(workspaceChecks.storage('type: a: b', fields)).toBe('Invalid YAML on line 1.');
  expect(workspaceChecks.storage('s3', fields)).toMatch(/keys and values/);
  expect(changesOf({ ...fields, storage: 'type: directory\ncontainer_path: /data' }, workspace)).toEqual({
    checkpointStorageConfig: { type: 'directory', container_path: '/data' },
  });
  expect(changesOf({ ...fields, setsStorage: false }, workspace)).toEqual({ checkpointStorageConfig: {} });
  const without = { ...workspace, checkpointStorageConfig: undefined };
  expect(changesOf({ ...fieldsOf(without), storage: 'type: [' }, without)).toEqual({});
});

test('[WS-094, WS-095, WS-096] an agent user is whole or none', () => {
  const on = { ...fields, setsAgent: true };
  expect(workspaceChecks.agentUid('', on)).toBe('Agent User ID is required');
  expect(workspaceChecks.agentGid('', on)).toBe('Agent Group ID is required');
  expect(workspaceChecks.agentUser(' ', on)).toBe('Agent User Name is required');
  expect(workspaceChecks.agentGroup('', on)).toBe('Agent Group Name is required');
  expect(workspaceChecks.agentUser('x'.repeat(101), on)).toMatch(/100/);
  expect(workspaceChecks.agentUser('x'.repeat(100), on)).toBeNull();
  expect(workspaceChecks.agentUid('-1', on)).toMatch(/whole number/);
  expect(workspaceChecks.agentUid('', fields)).toBeNull();
  const set = { ...on, agentUid: '7', agentUser: 'ada', agentGid: '8', agentGroup: 'lab' };
  const agentUserGroup = { agentUid: 7, agentUser: 'ada', agentGid: 8, agentGroup: 'lab' };
  expect(changesOf(set, workspace)).toEqual({ agentUserGroup });
  const known = { ...workspace, agentUserGroup };
  expect(changesOf({ ...fieldsOf(known), setsAgent: false }, known)).toEqual({ agentUserGroup: {} });
});

test('of a cluster only what was changed is asked: bound anew, no longer bound, a quota', () => {
  const before = clusterFieldsOf(['east', 'west', 'new'], {
    bindings: {
      east: { namespace: 'vision', autoCreateNamespace: false },
      west: { namespace: 'made', autoCreateNamespace: true },
    },
    quotas: { east: 8 },
  });
  expect(clusterChangesOf(before, before)).toEqual({ bound: {}, unbound: [], quotas: {} });
  const [east, west, fresh] = before.map((cluster) => ({ ...cluster }));
  Object.assign(east ?? {}, { namespace: ' ', quota: '' });
  Object.assign(west ?? {}, { autoCreate: false, namespace: 'own', quota: '0' });
  Object.assign(fresh ?? {}, { autoCreate: true });
  const all = { autoCreateNamespaceAllClusters: false };
  expect(
    clusterChangesOf(
      [east, west, fresh].filter((one) => one !== undefined),
      before,
    ),
  ).toEqual({
    bound: {
      west: { ...all, clusterName: 'west', namespace: 'own', autoCreateNamespace: false },
      new: { ...all, clusterName: 'new', namespace: undefined, autoCreateNamespace: true },
    },
    unbound: ['east'],
    quotas: { west: 0 },
  });
  expect(clusterChecks.quota('1.5')).not.toBeNull();
});
