import type { Model, ModelVersion } from '@determined/contract/registry/models-generated.ts';
import { getModelVersionsRoute } from '@determined/contract/registry/models-routes.ts';
import { Link } from '@tanstack/react-router';
import { Box } from 'lucide-react';
import { useMemo } from 'react';
import { useActions } from '#platform/actions/use-actions.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useNow } from '#platform/page/use-now.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import type { TableSearch } from '#platform/table/table-state.ts';
import { formatRelative } from '#ui/format/times.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { TagsCell, TextCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { ACTION_COLUMN_WIDTH, type GridColumn } from '#ui/table/grid-column.ts';
import { titleOf, versionSubject } from '../../shared/version.ts';
import { versionsRequest, versionTable } from '../../shared/versions-request.ts';
import { versionRowActions } from '../actions/version-actions.ts';
import styles from '../list/model-list.module.css';

interface VersionTableProps {
  model: Model;
  /** The model as the address has it. */
  address: string;
  search: TableSearch;
}

/** Ages in rows are in minutes and more. */
const CLOCK_MS = 30_000;

export function VersionTable({ model, address, search }: VersionTableProps) {
  const query = useCallQuery(getModelVersionsRoute, versionsRequest(address, search), {
    keep: true,
    poll: pollEvery.slow,
  });
  const now = useNow(true, CLOCK_MS);
  const columns = useMemo(() => versionColumns(model, now), [model, now]);
  return (
    <QueryTable
      opens
      label={`Versions of ${model.name}`}
      noun="versions"
      definition={versionTable}
      search={search}
      query={query}
      rows={(reply) => reply.modelVersions}
      total={(reply) => reply.pagination?.total}
      rowKey={({ id }) => id}
      columns={columns}
      empty={
        <EmptyState icon={Box} title="No Model Versions">
          {worded`Register a checkpoint from an experiment or trial to create a model version.`}
        </EmptyState>
      }
      failed={`Unable to fetch model ${model.name}`}
      compact={(version) => (
        <CompactRow
          glyph={version.version}
          name={<VersionName version={version} model={model} />}
          value=""
          about={[version.username, version.comment].filter(Boolean).join(' · ')}
          side={formatRelative(version.lastUpdatedTime, now)}
          menu={<VersionMenu version={version} model={model} />}
        />
      )}
    />
  );
}

interface OfVersion {
  version: ModelVersion;
  model: Model;
  inGrid?: boolean;
}

function VersionMenu({ version, model, inGrid }: OfVersion) {
  const subject = versionSubject(model, version);
  return <RowMenu inGrid={inGrid} of={subject.name} actions={useActions(versionRowActions, subject)} />;
}

function VersionName({ version, model, inGrid }: OfVersion) {
  return (
    <Link
      to="/models/$modelId/versions/$versionNum/{-$tab}"
      params={{ modelId: model.name, versionNum: String(version.version), tab: undefined }}
      className={styles.name}
      {...(inGrid && { 'data-row-link': true, tabIndex: -1 })}
    >
      {titleOf(version)}
    </Link>
  );
}

function versionColumns(model: Model, now: number): GridColumn<ModelVersion>[] {
  return [
    {
      id: 'version',
      header: 'V',
      width: 60,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: ({ version }) => version,
    },
    {
      id: 'name',
      header: 'Name',
      width: 180,
      cell: (version) => <VersionName version={version} model={model} inGrid />,
    },
    {
      id: 'description',
      header: 'Description',
      width: 200,
      grow: true,
      cell: ({ comment }) => <TextCell text={comment} />,
    },
    {
      id: 'updated',
      header: 'Last updated',
      width: 118,
      cell: ({ lastUpdatedTime }) => <TimeCell at={lastUpdatedTime} now={now} />,
    },
    { id: 'user', header: 'User', width: 50, cell: ({ username }) => <UserCell name={username} /> },
    { id: 'tags', header: 'Tags', width: 140, cell: ({ labels }) => <TagsCell tags={labels} /> },
    {
      id: 'action',
      header: 'Actions',
      headerContent: '',
      width: ACTION_COLUMN_WIDTH,
      pinnedEnd: true,
      cell: (version) => <VersionMenu version={version} model={model} inGrid />,
    },
  ];
}
