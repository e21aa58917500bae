import { Navigate } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { useThingWords, worded } from '#platform/switches/thing-words.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { isSingleTrial } from '../../shared/experiment.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { MultiTrialTabs } from '../tabs/multi-trial-tabs.tsx';
import { SingleTrialTabs } from '../tabs/single-trial-tabs.tsx';
import { LoadedExperiment } from './loaded-experiment.tsx';
import { useExperimentPlace } from './use-experiment-place.ts';

export function ExperimentPage() {
  const { experimentId, tab, viz } = useExperimentPlace();
  const { flat } = useThingWords();
  const id = numberOf(experimentId);
  if (id === undefined) {
    const thing = worded`Experiment`;
    return (
      <Page title={thing}>
        <EmptyState whole title={`Invalid ${thing} ID ${experimentId}`} />
      </Page>
    );
  }
  // A search's page has its tabs; its visualizations stand here.
  if (flat && viz === undefined) {
    return (
      <Navigate
        to="/searches/$searchId/{-$tab}"
        params={{ searchId: experimentId, tab: tab === 'code' || tab === 'notes' ? tab : undefined }}
        search
        replace
      />
    );
  }
  return <KnownExperiment key={experimentId} id={id} />;
}

function KnownExperiment({ id }: { id: number }) {
  const { flat } = useThingWords();
  const query = useExperiment(id);
  throwIfHidden(query.error);
  const title = worded`Experiment ${id}`;
  if (!query.data?.experiment) {
    return (
      <Page title={title}>
        {query.error ? (
          <QueryFailure title={`Unable to fetch ${title}`} error={query.error} retry={() => void query.refetch()} />
        ) : (
          <SkeletonRows words={worded`Loading experiment ${id} details...`} widths={[240, 180, 180, 120]} count={8} />
        )}
      </Page>
    );
  }
  const { experiment, config } = query.data;
  return (
    <LoadedExperiment experiment={experiment} config={config} query={query} title={title}>
      {(details) =>
        isSingleTrial(details.searcher) && !flat ? <SingleTrialTabs {...details} /> : <MultiTrialTabs {...details} />
      }
    </LoadedExperiment>
  );
}
