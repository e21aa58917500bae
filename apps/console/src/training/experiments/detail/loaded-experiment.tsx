import type { ReactNode } from 'react';
import { Page } from '#platform/page/page.tsx';
import { type Experiment, isSingleTrial } from '../../shared/experiment.ts';
import { experimentCrumbs } from '../../shared/experiment-crumbs.tsx';
import type { useExperiment } from '../../shared/use-experiment.ts';
import { useSearcher } from '../shared/use-best-trial.ts';
import { ExperimentCautions } from './experiment-cautions.tsx';
import type { ExperimentDetails } from './experiment-details.ts';
import { ExperimentFailure } from './experiment-failure.tsx';
import { ExperimentHead } from './experiment-head.tsx';
import { ExperimentHeaderActions } from './experiment-header-actions.tsx';
import { UnreadAgain } from './unread-again.tsx';
import { WaitingReason } from './waiting-reason.tsx';

interface LoadedExperimentProps {
  experiment: Experiment;
  config: unknown;
  /** The read of it. */
  query: ReturnType<typeof useExperiment>;
  title: string;
  /** Its tabs. */
  children: (details: ExperimentDetails) => ReactNode;
}

/** The page of an experiment that is known, as one or as a search. */
export function LoadedExperiment({ experiment, config, query, title, children }: LoadedExperimentProps) {
  const searcher = useSearcher(experiment, config);
  const details = { experiment, config, searcher };
  return (
    <Page
      object
      title={title}
      workspaceId={experiment.workspaceId}
      name={experiment.name}
      crumbs={experimentCrumbs(experiment)}
      actions={<ExperimentHeaderActions experiment={experiment} />}
    >
      <ExperimentHead {...details} />
      <UnreadAgain query={query} />
      <WaitingReason experiment={experiment} />
      <ExperimentFailure experiment={experiment} single={isSingleTrial(searcher)} />
      <ExperimentCautions experiment={experiment} />
      {children(details)}
    </Page>
  );
}
