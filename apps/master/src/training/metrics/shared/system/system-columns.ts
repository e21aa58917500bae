import type { JsonValue, MetricValues } from '../metric-values.ts';

/** One thing that a machine measures of itself, or of one of its GPUs or disks. */
export interface SystemSeries {
  agentId: string;
  /** A GPU's UUID, a disk's path; empty for the machine's own. */
  device: string;
  name: string;
}

/** How deep reports are nested: agent, device, name. */
const deepest = 3;

/**
 * A report `{agent: {name: value}}` or `{agent: {device: {name: value}}}` as columns, whose names are its paths as JSON
 * texts. Facts: platform semantics 5.6.
 */
export function systemColumns(values: MetricValues): MetricValues {
  const columns: [string, JsonValue][] = [];
  const add = (path: readonly string[], value: JsonValue) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      columns.push([JSON.stringify(path), value]);
    else if (path.length < deepest) for (const [name, inner] of Object.entries(value)) add([...path, name], inner);
  };
  add([], values);
  return Object.fromEntries(columns);
}

export function columnOf({ agentId, device, name }: SystemSeries): string {
  return JSON.stringify(device === '' ? [agentId, name] : [agentId, device, name]);
}

/** What no agent's metric is gives nothing. */
export function seriesOfColumn(column: string): SystemSeries | undefined {
  // `systemColumns` made it.
  const path = JSON.parse(column) as string[];
  const [agentId, name] = [path[0], path.at(-1)];
  if (path.length < 2 || agentId === undefined || name === undefined) return undefined;
  return { agentId, device: path.length === deepest ? (path[1] ?? '') : '', name };
}
