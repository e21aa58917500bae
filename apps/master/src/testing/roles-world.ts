import { randomUUID } from 'node:crypto';
import { createGroupRoute } from '@determined/contract/identity/groups-routes.ts';
import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import { assignRolesRoute, removeAssignmentsRoute } from '@determined/contract/identity/roles-routes.ts';
import { patchUserRoute, postUserRoute } from '@determined/contract/identity/users-routes.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { type DevCluster, type DevUser, devPassword } from '@determined/dev-cluster/dev-cluster.ts';
import { newThings, nothing, type World } from './permission-world.ts';

// Who was measured with roles in force: `C:Viewer` has the role in the cluster, `A:Viewer` on workspace A, `group:…` by a
// group; `owner` owns what the calls are about and is Viewer on A, `flagadmin` has the admin flag and no role.

const roleNamed = (name: string) => builtInRoles.find((role) => role.name === name)?.id ?? 0;

/** The role of an actor, and whether it is for the cluster or for A. */
export function roleOfActor(actor: string): { role: string; cluster: boolean } | undefined {
  if (actor === 'admin') return { role: 'ClusterAdmin', cluster: true };
  if (actor === 'owner') return { role: 'Viewer', cluster: false };
  const [, where, role] = /^(C|A):(.+)$/.exec(actor) ?? [];
  if (role) return { role, cluster: where === 'C' };
  const [, ofGroup, place] = /^group:(.+)@(.)$/.exec(actor) ?? [];
  return ofGroup ? { role: ofGroup, cluster: place === 'C' } : undefined;
}

/** Told from the roles' table alone. */
export function actorHolds(actor: string, permission: Permission, target: string): boolean {
  const has = roleOfActor(actor);
  if (!has || !(has.cluster || target === 'A')) return false;
  return builtInRoles.find(({ name }) => name === has.role)?.permissions.includes(permission) ?? false;
}

export class RolesWorld {
  readonly users: Record<string, DevUser> = {};
  private readonly groups: Record<string, number> = {};
  private readonly cluster: DevCluster;

  constructor(cluster: DevCluster) {
    this.cluster = cluster;
  }

  async start(actors: readonly string[]): Promise<void> {
    const { admin } = this.cluster;
    this.users.admin = admin;
    for (const actor of actors) {
      if (actor === 'nobody' || actor === 'admin') continue;
      const user = await this.cluster.newUser();
      this.users[actor] = user;
      if (actor === 'flagadmin')
        await admin.client.call(patchUserRoute, { userId: user.id, user: { admin: true } } as never);
      if (actor.startsWith('group:')) {
        const { group } = await admin.client.call(createGroupRoute, { name: actor, addUsers: [user.id] });
        this.groups[actor] = group?.groupId ?? 0;
      }
    }
    await this.give(actors.filter((actor) => actor !== 'admin' && roleOfActor(actor)?.cluster));
  }

  /** A session of its own, for what ends it. */
  async anew(actor: string): Promise<DevUser> {
    return this.cluster.signIn(this.userOf(actor).username, devPassword);
  }

  userOf(actor: string): DevUser {
    const user = this.users[actor];
    if (!user) throw new Error(`there is no ${actor}`);
    return user;
  }

  groupOf(actor: string): number {
    return this.groups[actor] ?? 0;
  }

  /** The roles of those who have one on a workspace. */
  giveOn(workspaceId: number): Promise<void> {
    const actors = Object.keys(this.users).filter((actor) => roleOfActor(actor)?.cluster === false);
    return this.give(actors, workspaceId);
  }

  /** Things of the owner's in A or B, or none; A's roles on another workspace, too. */
  async make(target: string): Promise<Omit<World, 'actor'>> {
    const { master } = this.cluster;
    const admin = this.userOf('admin');
    const other = await this.newOther();
    const { group } = await admin.client.call(createGroupRoute, { name: `of nobody ${randomUUID()}` });
    const own = {
      other,
      group: group?.groupId ?? 0,
      actorsGroup: this.groupOf('group:Editor@A'),
      viewer: this.userOf('C:Viewer').id,
      member: this.userOf('group:Editor@A').id,
    };
    await admin.client.call(assignRolesRoute, rolesOf([[other.id, 'Viewer', undefined]]));
    if (target === 'list' || target === 'cluster' || target === 'global') return { ...nothing, ...own };
    const owner = this.userOf('owner');
    const editor = rolesOf([[owner.id, 'Editor', undefined]]);
    await admin.client.call(assignRolesRoute, editor);
    const things = await newThings(master.db, admin.client, owner.client, target === 'workspace 1');
    await admin.client.call(removeAssignmentsRoute, editor);
    const places = target === 'A' ? [things.workspace, things.second] : [things.second];
    if (target !== 'workspace 1') {
      for (const place of places) await this.giveOn(place);
      await admin.client.call(assignRolesRoute, rolesOf([[other.id, 'Viewer', things.workspace]]));
    }
    return { ...things, ...own };
  }

  private async newOther(): Promise<World['other']> {
    const username = `other-${randomUUID()}`;
    const { user } = await this.userOf('admin').client.call(postUserRoute, { user: { username, active: true } });
    return { id: user?.id ?? 0, username };
  }

  private async give(actors: readonly string[], workspaceId?: number): Promise<void> {
    const scope = workspaceId === undefined ? {} : { scopeWorkspaceId: workspaceId };
    const assignmentOf = (actor: string) => ({
      role: { roleId: roleNamed(roleOfActor(actor)?.role ?? '') },
      ...scope,
    });
    await this.userOf('admin').client.call(assignRolesRoute, {
      userRoleAssignments: actors
        .filter((actor) => !this.groups[actor])
        .map((actor) => ({ userId: this.userOf(actor).id, roleAssignment: assignmentOf(actor) })),
      groupRoleAssignments: actors
        .filter((actor) => this.groups[actor])
        .map((actor) => ({ groupId: this.groups[actor] ?? 0, roleAssignment: assignmentOf(actor) })),
    } as never);
  }
}

function rolesOf(given: readonly (readonly [userId: number, role: string, workspaceId: number | undefined])[]) {
  return {
    userRoleAssignments: given.map(([userId, role, workspaceId]) => ({
      userId,
      roleAssignment: {
        role: { roleId: roleNamed(role) },
        ...(workspaceId === undefined ? {} : { scopeWorkspaceId: workspaceId }),
      },
    })),
  } as never;
}
