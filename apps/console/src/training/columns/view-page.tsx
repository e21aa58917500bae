import { getViewLinkRoute } from '@determined/contract/training/view-ext-routes.ts';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryFailure, throwIfHidden } from '#platform/page/query-state.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { searchOf } from './shared/table/views/view-state.ts';

const route = getRouteApi('/signed-in/v/$key');

/** Goes on to the project's page, or to that of a comparison, set as the link says. */
export function ViewPage() {
  const { key } = route.useParams();
  const query = useCallQuery(getViewLinkRoute, { params: { key } });
  throwIfHidden(query.error);
  if (query.data) {
    if (query.data.table === 'comparison') {
      const { projectId, state } = query.data;
      return <Navigate to="/experiment-compare" search={{ ...state, projectId }} replace />;
    }
    const { projectId, table, state } = query.data;
    return (
      <Navigate
        to="/projects/$projectId/{-$tab}"
        params={{ projectId: String(projectId), tab: table }}
        search={searchOf(state)}
        replace
      />
    );
  }
  return (
    <Page title="View" name="View">
      {query.error ? (
        <QueryFailure title="Unable to open the view" error={query.error} retry={() => void query.refetch()} />
      ) : (
        <SkeletonRows words="Loading the view..." widths={[50, 290, 120]} count={20} />
      )}
    </Page>
  );
}
