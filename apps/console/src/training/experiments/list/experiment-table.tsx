import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { getRouteApi } from '@tanstack/react-router';
import { FlaskConical } from 'lucide-react';
import { useMemo } from 'react';
import type { Project } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { formatMetric } from '#ui/format/numbers.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { StateIcon, stateWords } from '#ui/primitives/state-badge.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { knownProgress } from '../../shared/experiment.ts';
import { ExperimentCurve } from '../shared/experiment-curve.tsx';
import { ExperimentLink, experimentColumns } from './experiment-columns.tsx';
import { ExperimentRowMenu } from './experiment-row-menu.tsx';
import { experimentRowsRequest, experimentTable } from './experiment-rows-request.ts';

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 10_000;
const route = getRouteApi('/signed-in/projects/$projectId/{-$tab}');

/** The experiments of a project: what is best, what runs, what broke. */
export function ExperimentTable({ project }: { project: Project }) {
  const { id, workspaceId } = project;
  const search = route.useSearch();
  const change = useChangeSearch<typeof search>();
  const request = experimentRowsRequest(id, search);
  const query = useCallQuery(getExperimentRowsRoute, request, { keep: true, poll: pollEvery.store });
  const now = useNow(true, CLOCK_MS);
  const columns = useMemo(
    () => experimentColumns({ reply: query.data, now, workspaceId }),
    [query.data, now, workspaceId],
  );
  return (
    <>
      <Tools name="Experiments">
        <ToolsEnd>
          <Switch
            checked={search.archived ?? false}
            onChange={(archived) => change({ archived: archived || undefined, page: undefined })}
          >
            Show Archived
          </Switch>
        </ToolsEnd>
      </Tools>
      <QueryTable
        label="Experiments"
        noun="experiments"
        definition={experimentTable}
        search={search}
        query={query}
        rows={(reply) => reply.rows}
        total={(reply) => reply.total}
        rowKey={(row) => row.id}
        columns={columns}
        muted={(row) => row.archived}
        aged
        empty={<NoExperiments />}
        failed="Failed to Load Data"
        skeletonRows={100}
        compact={(row) => (
          <CompactRow
            glyph={<StateIcon state={row.state} progress={knownProgress(row)} />}
            name={<ExperimentLink row={row} />}
            value={formatMetric(row.bestValue)}
            about={`${stateWords(row.state, knownProgress(row))} · ${row.id} · ${row.displayName || row.username}`}
            side={<ExperimentCurve row={row} />}
            menu={<ExperimentRowMenu row={row} workspaceId={workspaceId} />}
          />
        )}
      />
    </>
  );
}

function NoExperiments() {
  return (
    <EmptyState icon={FlaskConical} title="No experiments">
      Start one from a folder with its configuration: <code>det experiment create config.yaml .</code>
    </EmptyState>
  );
}
