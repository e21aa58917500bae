import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getModelsRoute } from '@determined/contract/registry/models-routes.ts';
import { Box } from 'lucide-react';
import { useMemo } from 'react';
import { allWorkspaces } from '#organisation/shared/all-workspaces.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { formatRelative } from '#ui/format/times.ts';
import { plural } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { ModelMenu, ModelName, modelColumns } from './model-columns.tsx';
import { filtersOf, ModelTools } from './model-tools.tsx';
import { type ModelSearch, modelsRequest, modelTable } from './models-request.ts';

interface ModelListProps {
  search: ModelSearch;
  onChange: (next: Partial<ModelSearch>) => void;
  /** The workspace that one is in: its models alone. */
  workspaceId?: number;
}

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 30_000;

export function ModelList({ search, onChange, workspaceId }: ModelListProps) {
  const asked = workspaceId === undefined ? search : { ...search, workspaces: [workspaceId] };
  const query = useCallQuery(getModelsRoute, modelsRequest(asked), { keep: true, poll: pollEvery.slow });
  const { data } = useCallQuery(getWorkspacesRoute, allWorkspaces);
  const names = useMemo(() => new Map(data?.workspaces.map(({ id, name }) => [id, name])), [data]);
  const now = useNow(true, CLOCK_MS);
  const archived = search.archived === true;
  const columns = useMemo(
    () => modelColumns({ workspaces: workspaceId === undefined ? names : undefined, archived, now }),
    [names, workspaceId, archived, now],
  );
  return (
    <>
      <ModelTools
        search={search}
        onChange={(next) => onChange({ ...next, page: undefined })}
        workspaces={workspaceId === undefined ? names : undefined}
        workspaceId={workspaceId}
      />
      <QueryTable
        opens
        label="Model Registry"
        noun="models"
        definition={modelTable}
        search={search}
        query={query}
        rows={(reply) => reply.models}
        total={(reply) => reply.pagination?.total}
        rowKey={({ id }) => id}
        columns={columns}
        muted={(model) => model.archived}
        empty={
          filtersOf(search).length > 0 ? (
            <EmptyState icon={Box} title="No models match these filters" />
          ) : (
            <EmptyState icon={Box} title="No Models Registered">
              {worded`A model keeps checkpoints of experiments as its versions.`}
            </EmptyState>
          )
        }
        failed="Unable to fetch models."
        compact={(model) => (
          <CompactRow
            glyph={<Icon of={Box} size={14} />}
            name={<ModelName model={model} />}
            value={model.archived ? 'Archived' : ''}
            about={[
              plural(model.numVersions, 'version'),
              workspaceId === undefined ? names.get(model.workspaceId) : undefined,
              model.username,
            ]
              .filter(Boolean)
              .join(' · ')}
            side={formatRelative(model.lastUpdatedTime, now)}
            menu={<ModelMenu model={model} />}
          />
        )}
      />
    </>
  );
}
