import { NotEnoughData } from '#training/shared/not-enough-data.tsx';
import { TabLoading } from '#training/shared/tab-loading.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { type Experiment, isSettled } from '../../shared/experiment.ts';

interface NothingToPlotProps {
  experiment: Experiment;
  loading: boolean;
  /** Said of what was looked for and is not there. */
  none?: string;
}

/** The specification's words for a visualisation with nothing to show. */
export function NothingToPlot({ experiment: { state }, loading, none }: NothingToPlotProps) {
  const waiting = state === 'STATE_PAUSED' || state === 'STATE_QUEUED';
  if (loading && !waiting) return <TabLoading words="Fetching metrics..." />;
  if (state === 'STATE_PAUSED' || isSettled(state)) {
    return <EmptyState title="No data to plot.">{none}</EmptyState>;
  }
  return <NotEnoughData />;
}
