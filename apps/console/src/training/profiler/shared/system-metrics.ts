import { abbreviate, formatSetting } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';

export type SystemUnit = 'percent' | 'bytes' | 'bytes/second' | 'operations/second';

/** What a machine's metric is counted in, by its reported name; undefined for what the platform does not know. */
export function unitOf(name: string): SystemUnit | undefined {
  if (name.includes('util')) return 'percent';
  if (name.includes('throughput')) return 'bytes/second';
  if (name.includes('iops')) return 'operations/second';
  return name.includes('memory') ? 'bytes' : undefined;
}

/** A value with its unit: "96 %", "64.3 GiB", "31 MiB/s". */
export function systemValue(unit: SystemUnit | undefined, value: number): string {
  if (!Number.isFinite(value)) return formatSetting(value);
  switch (unit) {
    case 'percent':
      return `${Number(value.toFixed(1))} %`;
    case 'bytes':
      return formatBytes(Math.round(value));
    case 'bytes/second':
      return `${formatBytes(Math.round(value))}/s`;
    case 'operations/second':
      return `${abbreviate(value)}/s`;
    default:
      return formatSetting(value);
  }
}

/** The metric that is shown first: how busy the GPUs are, else the processors, else the first that there is. */
export function firstMetric(names: readonly string[]): string | undefined {
  return (
    names.find((name) => name === 'gpu_util') ??
    names.find((name) => name === 'cpu_util') ??
    names.find((name) => name.startsWith('cpu_util')) ??
    names[0]
  );
}
