import type { Model } from '@determined/contract/registry/models-generated.ts';
import { Link } from '@tanstack/react-router';
import { useActions } from '#platform/actions/use-actions.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { Tag } from '#ui/primitives/tag.tsx';
import { TagsCell, TextCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { ACTION_COLUMN_WIDTH, type GridColumn } from '#ui/table/grid-column.ts';
import { modelActions } from '../actions/model-actions.ts';
import styles from './model-list.module.css';

interface ColumnsOf {
  /** Names by id; absent where the workspace is known. */
  workspaces: ReadonlyMap<number, string> | undefined;
  /** Archived ones are listed, too. */
  archived: boolean;
  now: number;
}

export function modelColumns({ workspaces, archived, now }: ColumnsOf): GridColumn<Model>[] {
  return [
    { id: 'name', header: 'Name', width: 220, sortable: true, cell: (model) => <ModelName model={model} inGrid /> },
    {
      id: 'description',
      header: 'Description',
      width: 220,
      grow: true,
      sortable: true,
      cell: ({ description }) => <TextCell text={description} />,
    },
    ...(workspaces
      ? [
          {
            id: 'workspace',
            header: 'Workspace',
            width: 140,
            sortable: true,
            cell: ({ workspaceId }: Model) => <TextCell text={workspaces.get(workspaceId)} />,
          },
        ]
      : []),
    {
      id: 'versions',
      header: 'Versions',
      width: 84,
      align: 'end',
      sortable: true,
      firstSort: 'desc',
      cell: ({ numVersions }) => formatCount(numVersions),
    },
    {
      id: 'created',
      header: 'Created',
      width: 118,
      sortable: true,
      firstSort: 'desc',
      cell: ({ creationTime }) => <TimeCell at={creationTime} now={now} />,
    },
    {
      id: 'updated',
      header: 'Last updated',
      width: 118,
      sortable: true,
      firstSort: 'desc',
      cell: ({ lastUpdatedTime }) => <TimeCell at={lastUpdatedTime} now={now} />,
    },
    { id: 'tags', header: 'Tags', width: 140, cell: ({ labels }) => <TagsCell tags={labels} /> },
    ...(archived
      ? [
          {
            id: 'archived',
            header: 'Archived',
            width: 85,
            cell: (model: Model) => (model.archived ? <Tag>Archived</Tag> : null),
          },
        ]
      : []),
    { id: 'user', header: 'User', width: 50, cell: ({ username }) => <UserCell name={username} /> },
    {
      id: 'action',
      header: 'Actions',
      headerContent: '',
      width: ACTION_COLUMN_WIDTH,
      pinnedEnd: true,
      cell: (model) => <ModelMenu model={model} inGrid />,
    },
  ];
}

interface OfModel {
  model: Model;
  inGrid?: boolean;
}

export function ModelName({ model, inGrid }: OfModel) {
  return (
    <Link
      to="/models/$modelId"
      params={{ modelId: model.name }}
      className={styles.name}
      title={model.name}
      {...(inGrid && { 'data-row-link': true, tabIndex: -1 })}
    >
      {model.name}
    </Link>
  );
}

export function ModelMenu({ model, inGrid }: OfModel) {
  return <RowMenu inGrid={inGrid} of={model.name} actions={useActions(modelActions, model)} />;
}
