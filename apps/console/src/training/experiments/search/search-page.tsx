import { getRouteApi } from '@tanstack/react-router';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { numberOf } from '#platform/routing/search-params.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { useExperiment } from '../../shared/use-experiment.ts';
import { LoadedExperiment } from '../detail/loaded-experiment.tsx';
import { SearchTabs } from './search-tabs.tsx';

const route = getRouteApi('/signed-in/detail/searches/$searchId/{-$tab}');

/** A search and its runs, where runs stand by themselves. */
export function SearchPage() {
  const { searchId } = route.useParams();
  const id = numberOf(searchId);
  if (id === undefined) {
    return (
      <Page title="Search">
        <EmptyState whole title={`Invalid Search ID ${searchId}`} />
      </Page>
    );
  }
  return <KnownSearch key={searchId} id={id} />;
}

function KnownSearch({ id }: { id: number }) {
  const query = useExperiment(id);
  throwIfHidden(query.error);
  const { tab } = route.useParams();
  const title = `Search ${id}`;
  const { experiment, config } = query.data ?? {};
  if (!experiment) {
    return (
      <Page title={title}>
        {query.error ? (
          <QueryFailure title={`Unable to fetch ${title}`} error={query.error} retry={() => void query.refetch()} />
        ) : (
          <SkeletonRows words={`Loading search ${id} details...`} widths={[240, 180, 180, 120]} count={8} />
        )}
      </Page>
    );
  }
  return (
    <LoadedExperiment experiment={experiment} config={config} query={query} title={title}>
      {(details) => <SearchTabs {...details} tab={tab} />}
    </LoadedExperiment>
  );
}
