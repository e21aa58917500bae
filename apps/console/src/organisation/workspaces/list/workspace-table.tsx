import { getRouteApi, Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { worded } from '#platform/switches/thing-words.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Monogram } from '#ui/primitives/monogram.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import { type PlainColumn, PlainTable } from '#ui/table/plain-table.tsx';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { DeletionState } from '../../shared/deletion-state.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { WorkspaceMenu } from '../shared/workspace-menu.tsx';
import { leastWidth, widths } from './workspace-widths.ts';

const route = getRouteApi('/signed-in/workspaces');
const sizes = [10, 20, 40, 80];

interface WorkspaceTableProps {
  workspaces: Workspace[];
  /** Archived ones are listed, too. */
  archived: boolean;
  page: number;
  size: number;
}

export function WorkspaceTable({ workspaces, archived, page, size }: WorkspaceTableProps) {
  const navigate = route.useNavigate();
  const shown = workspaces.slice((page - 1) * size, page * size);
  const toPage = (next: number) => void navigate({ search: (old) => ({ ...old, page: next > 1 ? next : undefined }) });
  const toSize = (next: number) =>
    void navigate({
      search: (old) => ({ ...old, page: undefined, size: next === 10 ? undefined : next }),
      replace: true,
    });
  return (
    <>
      <PlainTable
        rows={shown}
        rowKey={(workspace) => workspace.id}
        columns={workspaceColumns(archived)}
        minWidth={leastWidth}
        line={(workspace) => ({
          name: (
            <>
              <Name workspace={workspace} />
              {workspace.archived ? <Tag>Archived</Tag> : null}
            </>
          ),
          about: `${plural(workspace.numProjects, 'project')} · ${plural(workspace.numExperiments, worded`experiment`)} · ${workspace.username}`,
          aside: <WorkspaceMenu workspace={workspace} />,
        })}
      />
      {workspaces.length > 10 ? (
        <TableFooter
          noun="workspaces"
          page={page}
          pageSize={size}
          pageSizes={sizes}
          total={workspaces.length}
          onPage={toPage}
          onPageSize={toSize}
        />
      ) : null}
    </>
  );
}

export function WorkspaceLink({ workspace }: { workspace: Workspace }) {
  return (
    <Link
      to="/workspaces/$workspaceId/{-$tab}"
      params={{ workspaceId: String(workspace.id), tab: undefined }}
      className={table.name}
    >
      {workspace.name}
    </Link>
  );
}

export function PinnedMark({ workspace }: { workspace: Workspace }) {
  if (!workspace.pinned) return null;
  return (
    <span className="muted" role="img" aria-label="Pinned" title="Pinned">
      <Icon of={Pin} size={12} />
    </span>
  );
}

function workspaceColumns(archived: boolean): PlainColumn<Workspace>[] {
  return [
    { id: 'name', header: 'Name', cell: (workspace) => <Name workspace={workspace} /> },
    {
      id: 'projects',
      header: 'Projects',
      width: widths.projects,
      look: 'number',
      cell: (workspace) => formatCount(workspace.numProjects),
    },
    {
      id: 'experiments',
      header: worded`Experiments`,
      width: widths.experiments,
      look: 'number',
      cell: (workspace) => formatCount(workspace.numExperiments),
    },
    ...(archived ? archivedColumns : []),
    { id: 'user', header: 'User', width: widths.user, look: 'quiet', cell: (workspace) => workspace.username },
    {
      id: 'action',
      header: 'Actions',
      width: widths.action,
      look: 'action',
      cell: (workspace) => <WorkspaceMenu workspace={workspace} />,
    },
  ];
}

/** They say something of archived ones only. */
const archivedColumns: PlainColumn<Workspace>[] = [
  { id: 'state', header: 'State', width: widths.state, cell: ({ state }) => <DeletionState state={state} /> },
  {
    id: 'archived',
    header: 'Archived',
    width: widths.archived,
    cell: ({ archived }) => (archived ? <Tag>Archived</Tag> : null),
  },
];

function Name({ workspace }: { workspace: Workspace }) {
  return (
    <span className={table.cell}>
      <Monogram name={workspace.name} />
      <WorkspaceLink workspace={workspace} />
      <PinnedMark workspace={workspace} />
    </span>
  );
}
