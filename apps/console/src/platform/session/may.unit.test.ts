import { expect, test } from 'vitest';
import { holds, mayWithoutRoles, missingWords, type Rule, withoutRolesWords } from './may.ts';

const rule = (withoutRbac: Rule['withoutRbac']): Rule => ({ permission: 'UPDATE_PROJECT', and: [], withoutRbac });
const ada = { id: 7, admin: false };

test('without roles the rule of the call decides, and an admin may everything', () => {
  expect(mayWithoutRoles(ada, rule('anyone'), {})).toBe(true);
  expect(mayWithoutRoles(ada, rule('owner'), { ownerId: 7 })).toBe(true);
  expect(mayWithoutRoles(ada, rule('owner'), { ownerId: 8, workspaceOwnerId: 7 })).toBe(false);
  expect(mayWithoutRoles(ada, rule('ownerOrWorkspaceOwner'), { ownerId: 8, workspaceOwnerId: 7 })).toBe(true);
  expect(mayWithoutRoles(ada, rule('workspaceOwner'), { ownerId: 7 })).toBe(false);
  expect(mayWithoutRoles(ada, rule('admin'), { ownerId: 7 })).toBe(false);
  expect(mayWithoutRoles({ id: 1, admin: true }, rule('admin'), {})).toBe(true);
});

test('with roles a permission comes from the cluster or from the workspace', () => {
  const permission = { id: 'PERMISSION_TYPE_UPDATE_PROJECT', name: '', scopeTypeMask: null } as const;
  const roles = [{ roleId: 5, name: 'Editor', scopeTypeMask: null, permissions: [permission] }];
  const inThree = { roles, assignments: [{ roleId: 5, scopeCluster: false, scopeWorkspaceIds: [3] }] };
  expect(holds(inThree, 'UPDATE_PROJECT', 3)).toBe(true);
  expect(holds(inThree, 'UPDATE_PROJECT', 4)).toBe(false);
  expect(holds(inThree, 'UPDATE_PROJECT')).toBe(false);
  expect(holds(inThree, 'DELETE_PROJECT', 3)).toBe(false);
  const everywhere = { roles, assignments: [{ roleId: 5, scopeCluster: true, scopeWorkspaceIds: [] }] };
  expect(holds(everywhere, 'UPDATE_PROJECT', 4)).toBe(true);
  expect(holds(undefined, 'UPDATE_PROJECT', 4)).toBe(false);
});

test('what keeps somebody off is said: the permission, its scope, and who can give it', () => {
  expect(missingWords(['DELETE_PROJECT'], { workspaceId: 3 })).toBe(
    'Needs DELETE_PROJECT in this workspace: an administrator of the workspace or of the cluster can give you a role with it.',
  );
  expect(missingWords(['CREATE_TOKEN', 'VIEW_TOKEN'], {})).toBe(
    'Needs CREATE_TOKEN and VIEW_TOKEN for the whole cluster: an administrator of the cluster can give you a role with it.',
  );
  expect(withoutRolesWords(rule('owner'))).toBe('Only its owner or an administrator may do this.');
  expect(withoutRolesWords(rule('admin'))).toBe('Only an administrator may do this.');
});
