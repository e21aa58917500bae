import { describe, expect, test } from 'vitest';
import { firstMetric, systemValue, unitOf } from './system-metrics.ts';

describe('what a machine reports', () => {
  test('[TRIAL-032] gpu_util and cpu_util_simple are percent', () => {
    expect(['gpu_util', 'cpu_util_simple'].map(unitOf)).toEqual(['percent', 'percent']);
    expect(systemValue('percent', 96.04)).toBe('96 %');
  });

  test('[TRIAL-033] memory and free memory are bytes', () => {
    expect(['gpu_memory', 'gpu_free_memory', 'memory_free', 'free_memory'].map(unitOf)).toEqual(Array(4).fill('bytes'));
    expect(systemValue('bytes', 2 ** 31)).toMatch(/^2(\.0+)? GiB$/);
  });

  test('[TRIAL-034] throughput of disks and networks is bytes a second', () => {
    const names = ['disk_throughput_read', 'disk_throughput_write', 'net_throughput_sent', 'net_throughput_recv'];
    expect(names.map(unitOf)).toEqual(Array(4).fill('bytes/second'));
    expect(systemValue('bytes/second', 2 ** 21)).toMatch(/^2(\.0+)? MiB\/s$/);
  });

  test('[TRIAL-035] disk IOPS are operations a second', () => {
    expect(unitOf('disk_iops')).toBe('operations/second');
    expect(systemValue('operations/second', 1200)).toBe('1.2k/s');
  });

  test('gpu_util comes first, then cpu_util, then whatever there is', () => {
    expect(firstMetric(['disk_iops', 'cpu_util', 'gpu_util'])).toBe('gpu_util');
    expect(firstMetric(['disk_iops', 'cpu_util'])).toBe('cpu_util');
    expect(firstMetric(['disk_iops', 'cpu_util_simple'])).toBe('cpu_util_simple');
    expect(firstMetric(['disk_iops'])).toBe('disk_iops');
    expect(firstMetric([])).toBeUndefined();
    expect(systemValue(unitOf('unheard'), 0.5)).toBe('0.5');
  });
});
