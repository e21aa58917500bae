import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { type Experiment, isSingleTrial } from '../../shared/experiment.ts';
import { experimentCrumbs } from '../../shared/experiment-crumbs.tsx';
import { useExperiment } from '../../shared/use-experiment.ts';
import { useSearcher } from '../shared/use-best-trial.ts';
import { MultiTrialTabs } from '../tabs/multi-trial-tabs.tsx';
import { SingleTrialTabs } from '../tabs/single-trial-tabs.tsx';
import { ExperimentCautions } from './experiment-cautions.tsx';
import { ExperimentFailure } from './experiment-failure.tsx';
import { ExperimentHead } from './experiment-head.tsx';
import { ExperimentHeaderActions } from './experiment-header-actions.tsx';
import { useExperimentPlace } from './use-experiment-place.ts';
import { WaitingReason } from './waiting-reason.tsx';

export function ExperimentPage() {
  const { experimentId } = useExperimentPlace();
  const id = numberOf(experimentId);
  if (id === undefined) {
    return (
      <Page title="Experiment">
        <EmptyState whole title={`Invalid Experiment ID ${experimentId}`} />
      </Page>
    );
  }
  return <KnownExperiment key={experimentId} id={id} />;
}

function KnownExperiment({ id }: { id: number }) {
  const query = useExperiment(id);
  throwIfHidden(query.error);
  const title = `Experiment ${id}`;
  if (!query.data?.experiment) {
    return (
      <Page title={title}>
        {query.error ? (
          <QueryFailure
            title={`Unable to fetch Experiment ${id}`}
            error={query.error}
            retry={() => void query.refetch()}
          />
        ) : (
          <SkeletonRows words={`Loading experiment ${id} details...`} widths={[240, 180, 180, 120]} count={8} />
        )}
      </Page>
    );
  }
  return <LoadedExperiment experiment={query.data.experiment} config={query.data.config} title={title} />;
}

interface LoadedExperimentProps {
  experiment: Experiment;
  config: unknown;
  title: string;
}

function LoadedExperiment({ experiment, config, title }: LoadedExperimentProps) {
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
      <WaitingReason experiment={experiment} />
      <ExperimentFailure experiment={experiment} single={isSingleTrial(searcher)} />
      <ExperimentCautions experiment={experiment} />
      {isSingleTrial(searcher) ? <SingleTrialTabs {...details} /> : <MultiTrialTabs {...details} />}
    </Page>
  );
}
