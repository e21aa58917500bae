import { invalidArgument } from '@determined/contract/errors.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Db } from '#platform/db/database.ts';
import { availablePools } from './shared/available-pools.ts';

/**
 * A pool that a workspace names as its default has to exist, and be there for it; an empty name leaves it
 * to the cluster. A workspace that is being made (0) has no pool bound to it.
 */
export async function checkDefaultPool(
  db: Db,
  config: MasterConfig,
  { workspaceId, field, name }: { workspaceId: number; field: string; name: string },
): Promise<void> {
  if (name === '' || (await availablePools(db, config, workspaceId)).includes(name)) return;
  throw invalidArgument(
    `${field}: unable to bind a resource pool that does not exist or is not available to the workspace: ${name}`,
  );
}
