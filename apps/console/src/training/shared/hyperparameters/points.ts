import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import { getExperimentPointsRoute } from '@determined/contract/training/ext-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callKey, readMeta, useRead } from '#platform/api/call.ts';
import { sayFailure } from '#platform/api/said-failure.ts';
import type { Dimension } from '#ui/chart/points/dimension.ts';
import { type Experiment, isSettled, metricsPoll, searchedHyperparameters } from '../experiment.ts';

export type Points = ExtReplyOf<typeof getExperimentPointsRoute>;

interface PointsAsked {
  metric: { group: string; name: string };
  better?: 'smaller' | 'larger';
  /** 0: the best value of each. */
  batch?: number;
  margin?: number;
}

/** Where an experiment's trials stand by a metric, read again while it goes on. */
export function usePoints(experiment: Experiment, { metric, better, batch = 0, margin }: PointsAsked) {
  const request = {
    params: { experimentId: experiment.id },
    query: {
      metric: metric.name,
      group: metric.group,
      better,
      batch,
      margin,
    },
  };
  const query = queryOptions<Points>({
    queryKey: callKey(getExperimentPointsRoute, request),
    queryFn: ({ signal }) => sayFailure('Error fetching metrics', call(getExperimentPointsRoute, request, signal)),
    // Comparing some hundred thousand values would cost more than drawing them.
    structuralSharing: false,
    meta: readMeta(getExperimentPointsRoute, request),
  });
  return useRead(query, { keep: true, poll: isSettled(experiment.state) ? false : metricsPoll });
}

/**
 * Hyperparameters that charts can show: those that the configuration searches, in its order; where it names none those
 * that trials differ by.
 */
export function offeredHyperparameters(config: unknown, points: Points | undefined): string[] {
  const told = points?.hyperparameters ?? [];
  const searched = searchedHyperparameters(config).map(({ name }) => name);
  const known = searched.filter((name) => told.some((one) => one.name === name));
  if (known.length > 0) return known;
  return told.filter(({ values }) => new Set(values).size > 1).map(({ name }) => name);
}

/** A hyperparameter of all trials: on a log scale where it was searched on one. */
export function hyperparameterDimension(name: string, config: unknown, points: Points): Dimension {
  const searched = searchedHyperparameters(config).find((one) => one.name === name);
  const values = points.hyperparameters.find((one) => one.name === name)?.values ?? points.trials.map(() => null);
  // Choices are choices, also where they are numbers.
  const shown = searched?.type === 'categorical' ? values.map((cell) => (cell === null ? null : String(cell))) : values;
  return { name, values: shown, scale: searched?.type === 'log' ? 'log' : 'linear' };
}
