import { invalidArgument } from '@determined/contract/errors.ts';
import type { MetricType } from '@determined/contract/training/training-messages-generated.ts';
import { trainingGroup, validationGroup } from './shared/metric-values.ts';

/** The group that a request names, by name or by the older metric type; `''` when by neither. */
export function groupNamed(request: { group: string; metricType: MetricType }): string {
  if (request.group !== '') return request.group;
  if (request.metricType === 'METRIC_TYPE_TRAINING') return trainingGroup;
  return request.metricType === 'METRIC_TYPE_VALIDATION' ? validationGroup : '';
}

export function typeOfGroup(group: string): MetricType {
  if (group === trainingGroup) return 'METRIC_TYPE_TRAINING';
  return group === validationGroup ? 'METRIC_TYPE_VALIDATION' : 'METRIC_TYPE_UNSPECIFIED';
}

/** The one metric that a stream is about. */
export function metricNamed(request: { metricName: string; group: string; metricType: MetricType }): {
  group: string;
  name: string;
} {
  if (request.metricName === '') throw invalidArgument('must specify a metric name');
  const group = groupNamed(request);
  if (group === '') throw invalidArgument('must specify a metric group');
  return { group, name: request.metricName };
}

/** `group.name`, split at the first dot. */
export function parseMetricId(id: string): { group: string; name: string } {
  const dot = id.indexOf('.');
  if (dot < 0) throw invalidArgument(`invalid metric identifier: '${id}' expected <group>.<name>`);
  if (dot === 0) throw invalidArgument('metric group cannot be empty');
  if (dot === id.length - 1) throw invalidArgument('metric name cannot be empty');
  return { group: id.slice(0, dot), name: id.slice(dot + 1) };
}
