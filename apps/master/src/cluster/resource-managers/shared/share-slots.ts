import { ConfigurationError } from '#platform/config/load-master-config.ts';
import { type MasterConfig, managerOfPool } from '#platform/config/master-config.ts';

export interface SharedSlots {
  /** Slot → the pool that it belongs to. */
  poolOf: ReadonlyMap<number, string>;
  /** The pools that have slots here, the one with what nobody asked for, and the one of work without slots. */
  pools: string[];
}

/**
 * Shares the slots of a machine out to this master's own pools: first those that are named, then by number, lowest first;
 * what is left is the default pool's. Throws ConfigurationError where the pools ask for one twice or for more than it has.
 */
export function shareSlots(slotIds: readonly number[], config: MasterConfig): SharedSlots {
  const own = config.resource_pools.filter(({ pool_name }) => !managerOfPool(config, pool_name));
  const { default_compute_resource_pool: usual, default_aux_resource_pool: aux } = config.resource_manager;
  const poolOf = new Map<number, string>();
  const refuse = (text: string) => new ConfigurationError(`The setting resource_pools ${text}.`);
  for (const { pool_name, slots } of own) {
    for (const id of Array.isArray(slots) ? slots : []) {
      const other = poolOf.get(id);
      if (other !== undefined) throw refuse(`gives the slot ${id} to ${other} and to ${pool_name}`);
      if (!slotIds.includes(id))
        throw refuse(`gives the slot ${id} to ${pool_name}; this machine has ${listed(slotIds)}`);
      poolOf.set(id, pool_name);
    }
  }
  for (const { pool_name, slots } of own) {
    if (typeof slots !== 'number') continue;
    const free = slotIds.filter((id) => !poolOf.has(id));
    if (free.length < slots)
      throw refuse(`gives ${slots} slots to ${pool_name}; of this machine's ${slotIds.length} it finds ${free.length}`);
    for (const id of free.slice(0, slots)) poolOf.set(id, pool_name);
  }
  // Where an engine serves the default pool, the first of this machine's own.
  const rest = (own.find(({ pool_name }) => pool_name === usual) ?? own[0])?.pool_name ?? usual;
  for (const id of slotIds) if (!poolOf.has(id)) poolOf.set(id, rest);
  const served = new Set([rest, aux, ...poolOf.values()]);
  return { poolOf, pools: own.map(({ pool_name }) => pool_name).filter((name) => served.has(name)) };
}

const listed = (ids: readonly number[]) => (ids.length === 0 ? 'none' : ids.join(', '));
