import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Db } from '#platform/db/database.ts';

/** The pools that nobody can bind: work that names none has to go somewhere. */
export function isDefaultPool({ resource_manager: manager }: MasterConfig, name: string): boolean {
  return [manager.default_compute_resource_pool, manager.default_aux_resource_pool].includes(name);
}

export interface BoundDefault {
  pool: string;
  setting: 'default_compute_resource_pool' | 'default_aux_resource_pool';
  /** Their names. */
  workspaces: string[];
}

/** A default pool that was bound to workspaces before it became one. */
export async function findBoundDefault(
  db: Db,
  { resource_manager: manager }: MasterConfig,
): Promise<BoundDefault | undefined> {
  const rows = await db
    .selectFrom('pool_bindings as b')
    .innerJoin('workspaces as w', 'w.id', 'b.workspace_id')
    .select(['b.pool_name', 'w.name'])
    .orderBy('w.name')
    .execute();
  for (const setting of ['default_compute_resource_pool', 'default_aux_resource_pool'] as const) {
    const workspaces = rows.filter(({ pool_name }) => pool_name === manager[setting]).map(({ name }) => name);
    if (workspaces.length > 0) return { pool: manager[setting], setting, workspaces };
  }
  return undefined;
}

/** The pools a workspace's work may run in: those bound to it, then those bound to none. Each part by name. */
export async function availablePools(db: Db, config: MasterConfig, workspaceId: number): Promise<string[]> {
  const bindings = await db.selectFrom('pool_bindings').selectAll().execute();
  const names = config.resource_pools.map(({ pool_name }) => pool_name).toSorted();
  const boundTo = (name: string) => bindings.filter((one) => one.pool_name === name).map((one) => one.workspace_id);
  const bound = names.filter((name) => !isDefaultPool(config, name) && boundTo(name).includes(workspaceId));
  const free = names.filter((name) => isDefaultPool(config, name) || boundTo(name).length === 0);
  return [...bound, ...free];
}
