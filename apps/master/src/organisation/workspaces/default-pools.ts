import { invalidArgument } from '@determined/contract/errors.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';

/** A pool that a workspace names has to exist (decision 41); an empty name leaves it to the cluster. */
export function checkDefaultPool(config: MasterConfig, field: string, name: string): void {
  if (name === '' || config.resource_pools.some(({ pool_name }) => pool_name === name)) return;
  throw invalidArgument(
    `${field}: unable to bind a resource pool that does not exist or is not available to the workspace: ${name}`,
  );
}
