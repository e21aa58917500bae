import { type MetricColumn, metricColumn as readMetricColumn } from '@determined/contract/training/column-facts.ts';
import { summaryKey } from '../../metrics/shared/metric-values.ts';
import type { PackedColumn } from './cells.ts';

/** `<group>.<name>.<part>`; undefined for what is none. */
export function metricColumnOf(id: string): PackedColumn | undefined {
  const metric = readMetricColumn(id);
  return metric && metricColumn(metric);
}

export const metricColumn = ({ group, name, part }: Omit<MetricColumn, 'kind'>): PackedColumn => ({
  source: 'metric',
  path: [summaryKey(group), name, part],
});

/** What runs were given at a path. */
export const sampledColumn = (path: readonly string[]): PackedColumn => ({ source: 'sampled', path });

/** What configurations say at a path of their hyperparameters. */
export const configuredColumn = (path: readonly string[]): PackedColumn => ({ source: 'configured', path });

/** What configurations say at a path besides, the environment among it. */
export const settingColumn = (path: readonly string[]): PackedColumn => ({ source: 'setting', path });
