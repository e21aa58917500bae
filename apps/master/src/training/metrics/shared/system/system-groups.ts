/** Groups of reports about a machine, by what their metrics' names begin with. Facts: platform semantics 5.6. */
const groupByPrefix = { gpu_: 'gpu', cpu_: 'cpu', memory_: 'memory', disk_: 'disk', net_: 'network' } as const;

export const systemPrefixes: readonly string[] = Object.keys(groupByPrefix);

export function systemGroupOf(name: string): string | undefined {
  return Object.entries(groupByPrefix).find(([prefix]) => name.startsWith(prefix))?.[1];
}

/** No group that is reported has a dot in its name, so that these series are found by nothing that asks for a group. */
const stored = (group: string) => `system.${group}`;

const storedGroups = new Map<string, string>(Object.values(groupByPrefix).map((group) => [group, stored(group)]));
export const storedSystemGroups: readonly string[] = [...storedGroups.values()];

/** The name under which a group's reports are kept. */
export function storedGroup(group: string): string {
  return storedGroups.get(group) ?? group;
}

/** As it is reported, or as it is kept. */
export function isSystemGroup(group: string): boolean {
  return storedGroups.has(group) || storedSystemGroups.includes(group);
}
