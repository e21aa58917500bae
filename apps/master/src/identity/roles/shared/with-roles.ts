import { builtInRoles } from '@determined/contract/identity/role-facts.ts';
import type { Permission } from '@determined/contract/permissions.ts';
import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Rights, Scope } from '#platform/http/rights.ts';
import type { RightsPolicy } from './rights-of.ts';

/** Roles in force: what an account may is what the roles hold that it or one of its groups has, and where. */
export const withRoles: RightsPolicy = async ({ id }, db) => rightsFrom(await heldBy(db, id));

interface Held {
  role: number;
  /** null: in the cluster, and so everywhere. */
  workspaces: (number | null)[];
}

async function heldBy(db: Db, userId: number): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select role_id as role, array_agg(distinct workspace_id) as workspaces from (
      select role_id, workspace_id from role_assignments where user_id = ${userId}
      union all
      select a.role_id, a.workspace_id from group_members m join role_assignments a on a.group_id = m.group_id
        where m.user_id = ${userId}
    ) held group by role_id`.execute(db);
  return rows;
}

function rightsFrom(held: readonly Held[]): Rights {
  const scopes = held.map(({ role, workspaces }) => ({
    permissions: permissionsOf.get(role) ?? nothing,
    scope: { cluster: workspaces.includes(null), workspaces: new Set(workspaces.filter((id) => id !== null)) },
  }));
  const asked = new Map<Permission, Scope>();
  return {
    ownership: 'none',
    where: (permission) => {
      const known = asked.get(permission);
      if (known) return known;
      const scope = union(scopes.filter(({ permissions }) => permissions.has(permission)).map((one) => one.scope));
      asked.set(permission, scope);
      return scope;
    },
  };
}

const nothing: ReadonlySet<Permission> = new Set();
const permissionsOf = new Map(builtInRoles.map(({ id, permissions }) => [id, new Set(permissions)]));

function union(scopes: readonly Scope[]): Scope {
  const [only, ...others] = scopes;
  if (only && others.length === 0) return only;
  return {
    cluster: scopes.some(({ cluster }) => cluster),
    workspaces: new Set(scopes.flatMap(({ workspaces }) => [...workspaces])),
  };
}
