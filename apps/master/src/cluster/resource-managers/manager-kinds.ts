import type { Launcher } from '@determined/launchers/launcher.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { ConfigurationError } from '#platform/config/load-master-config.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Master } from '#platform/master.ts';
import type { ResourceManager } from './shared/resource-managers.ts';

/**
 * A type of resource manager beside this machine: reads its settings (those beside `type` and `cluster_name`), throwing
 * an error in words for who wrote them, and answers what reaches it.
 */
export type ManagerKind = (settings: JsonObject) => (master: Master) => Promise<Launcher>;
export type ManagerKinds = Readonly<Record<string, ManagerKind>>;

/** Types by their names in the configuration. A launcher that is added stands here. */
export const managerKinds: ManagerKinds = {};

type Opener = (master: Master) => Promise<ResourceManager>;

/** How the further managers of a configuration are reached. Throws ConfigurationError where one cannot be. */
export function readManagers({ additional_resource_managers }: MasterConfig, kinds: ManagerKinds): Opener[] {
  return additional_resource_managers.map(({ resource_manager, resource_pools }, index) => {
    const { type, cluster_name: name, ...settings } = resource_manager;
    const at = `The setting additional_resource_managers.${index}.resource_manager`;
    const kind = Object.hasOwn(kinds, type) ? kinds[type] : undefined;
    if (!kind) throw new ConfigurationError(`${at}.type is ${JSON.stringify(type)}; ${known(kinds)}.`);
    const pools = resource_pools.map(({ pool_name }) => pool_name);
    try {
      // What YAML or JSON gave.
      const open = kind(settings as JsonObject);
      return async (master) => ({ name, launcher: await open(master), pools });
    } catch (error) {
      throw new ConfigurationError(`${at} (${type}) cannot be used: ${error instanceof Error ? error.message : error}`);
    }
  });
}

function known(kinds: ManagerKinds): string {
  const names = Object.keys(kinds);
  const own = 'local, this machine, stands in resource_manager';
  return names.length > 0 ? `allowed is ${names.join(' or ')} (${own})` : `no further type is known (${own})`;
}
