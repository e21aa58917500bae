import type { Launcher } from '@determined/launchers/launcher.ts';
import { type Master, perMaster } from '#platform/master.ts';

/** What runs the work of some pools: the machine of a master each, or an engine with many machines. */
export interface ResourceManager {
  name: string;
  /** Reaches its machines from this master. It says who places the work: `placesWork`. */
  launcher: Launcher;
  /** The pools of an engine. Null: the machines of masters, which serve every pool that no engine has. */
  pools: readonly string[] | null;
}

/** Those that this master can reach, set once at the start: its own machine, if it has slots, and every engine. */
export const resourceManagers = perMaster((): ResourceManager[] => []);

export const engines = (master: Master): ResourceManager[] =>
  resourceManagers(master).filter(({ launcher }) => launcher.placesWork);

/** The engine that a pool's work is handed to; undefined where we place it ourselves. */
export function engineOf(master: Master, pool: string): ResourceManager | undefined {
  return engines(master).find(({ pools }) => pools?.includes(pool));
}

/** Name of the manager to which machines of masters belong. */
export const ownManagerName = ({ config }: Master): string => config.resource_manager.cluster_name;
