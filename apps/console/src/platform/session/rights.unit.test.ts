import type { Permission } from '@determined/contract/permissions.ts';
import { describe, expect, test } from 'vitest';
import { type Reader, type Rule, reasonAgainst, type Target } from './rights.ts';

const rule = (over: Partial<Rule> = {}): Rule => ({
  permission: 'UPDATE_PROJECT',
  and: [],
  withoutRbac: 'anyone',
  ...over,
});

/** A role with these permissions, for the whole cluster where no workspace is named. */
function withRole(permissions: Permission[], ...workspaces: number[]): Reader {
  const held = permissions.map((name) => ({ id: `PERMISSION_TYPE_${name}`, name: '', scopeTypeMask: null }) as const);
  return {
    user: { id: 7, admin: false },
    rbac: true,
    summary: {
      roles: [{ roleId: 5, name: 'Some', scopeTypeMask: null, permissions: held }],
      assignments: [{ roleId: 5, scopeCluster: workspaces.length === 0, scopeWorkspaceIds: workspaces }],
    },
  };
}

describe('without roles in force', () => {
  const ada: Reader = { user: { id: 7, admin: false }, rbac: false };
  const ownersOnly = 'Only its owner or an administrator may do this.';
  const both = 'Only its owner, the owner of its workspace or an administrator may do this.';
  const workspaces = "Only the workspace's owner or an administrator may do this.";
  const admins = 'Only an administrator may do this.';
  const table: [Rule['withoutRbac'], Target, string | undefined][] = [
    ['anyone', {}, undefined],
    ['owner', { ownerId: 7 }, undefined],
    ['owner', { ownerId: 8, workspaceOwnerId: 7 }, ownersOnly],
    ['owner', {}, ownersOnly],
    ['ownerOrWorkspaceOwner', { ownerId: 7 }, undefined],
    ['ownerOrWorkspaceOwner', { ownerId: 8, workspaceOwnerId: 7 }, undefined],
    ['ownerOrWorkspaceOwner', { ownerId: 8, workspaceOwnerId: 8 }, both],
    ['workspaceOwner', { workspaceOwnerId: 7 }, undefined],
    ['workspaceOwner', { ownerId: 7 }, workspaces],
    ['self', { ownerId: 7 }, undefined],
    ['self', { ownerId: 8 }, admins],
    ['admin', { ownerId: 7, workspaceOwnerId: 7 }, admins],
  ];
  test.each(table)('%s, on %o: %s', (withoutRbac, target, reason) => {
    expect(reasonAgainst(ada, rule({ withoutRbac }), target)).toBe(reason);
    const admin = { ...ada, user: { id: 1, admin: true } };
    expect(reasonAgainst(admin, rule({ withoutRbac }), target)).toBeUndefined();
  });

  test('roles that somebody still has count for nothing', () => {
    const held = { ...withRole(['UPDATE_PROJECT']), rbac: false };
    expect(reasonAgainst(held, rule({ withoutRbac: 'admin' }), {})).toBe(admins);
  });
});

describe('with roles in force', () => {
  const here =
    'Needs UPDATE_PROJECT in this workspace: an administrator of the workspace or of the cluster can give you a role with it.';
  const everywhere =
    'Needs UPDATE_PROJECT for the whole cluster: an administrator of the cluster can give you a role with it.';
  const table: [what: string, Reader, Target, string | undefined][] = [
    ['a role for the cluster counts there', withRole(['UPDATE_PROJECT']), {}, undefined],
    ['and in every workspace', withRole(['UPDATE_PROJECT']), { workspaceId: 4 }, undefined],
    ['a role in the workspace counts in it', withRole(['UPDATE_PROJECT'], 3, 4), { workspaceId: 4 }, undefined],
    ['not in another', withRole(['UPDATE_PROJECT'], 3), { workspaceId: 4 }, here],
    ['nor in the cluster', withRole(['UPDATE_PROJECT'], 3), {}, everywhere],
    ['a role without the permission does not', withRole(['DELETE_PROJECT']), { workspaceId: 4 }, here],
    ['nor owning, nor the admin flag', { user: { id: 7, admin: true }, rbac: true }, { ownerId: 7 }, everywhere],
  ];
  test.each(table)('%s', (_what, reader, target, reason) => {
    // Who may without roles is not asked.
    for (const withoutRbac of ['anyone', 'owner', 'admin', 'self'] as const) {
      expect(reasonAgainst(reader, rule({ withoutRbac }), target)).toBe(reason);
    }
  });

  test('each of several permissions is needed, and those that are missing are named', () => {
    const several = rule({ permission: 'CREATE_TOKEN', and: ['VIEW_TOKEN', 'UPDATE_TOKEN'] });
    expect(reasonAgainst(withRole(['VIEW_TOKEN']), several)).toBe(
      'Needs CREATE_TOKEN and UPDATE_TOKEN for the whole cluster: an administrator of the cluster can give you a role with it.',
    );
    expect(reasonAgainst(withRole(['VIEW_TOKEN', 'CREATE_TOKEN', 'UPDATE_TOKEN']), several)).toBeUndefined();
  });

  test('what needs no permission is for everybody', () => {
    expect(reasonAgainst(withRole([]), rule({ permission: 'none', withoutRbac: 'admin' }))).toBeUndefined();
  });
});
