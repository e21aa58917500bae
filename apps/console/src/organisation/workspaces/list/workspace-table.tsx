import { getRouteApi, Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Monogram } from '#ui/primitives/monogram.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import { DeletionState } from '../../shared/deletion-state.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { WorkspaceMenu } from '../shared/workspace-menu.tsx';

/** Widths of the specification: archived 75, projects 74, state 74, user 85, actions 46; the name takes the rest. */
const widths = { archived: 75, projects: 74, experiments: 100, state: 90, user: 110, action: 46 };
const route = getRouteApi('/signed-in/workspaces');
const sizes = [10, 20, 40, 80];

export function WorkspaceTable({ workspaces, page, size }: { workspaces: Workspace[]; page: number; size: number }) {
  const mobile = useIsMobile();
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
      {mobile ? <WorkspaceLines workspaces={shown} /> : <WorkspaceRows workspaces={shown} />}
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
    <Link to="/workspaces/$workspaceId/{-$tab}" params={{ workspaceId: String(workspace.id) }} className={table.name}>
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

function WorkspaceRows({ workspaces }: { workspaces: Workspace[] }) {
  return (
    <div className={table.box}>
      <table className={table.table} style={{ minWidth: 700 }}>
        <colgroup>
          <col />
          <col style={{ width: widths.projects }} />
          <col style={{ width: widths.experiments }} />
          <col style={{ width: widths.state }} />
          <col style={{ width: widths.user }} />
          <col style={{ width: widths.archived }} />
          <col style={{ width: widths.action }} />
        </colgroup>
        <thead>
          <tr>
            <th>Name</th>
            <th className={table.number}>Projects</th>
            <th className={table.number}>Experiments</th>
            <th>State</th>
            <th>User</th>
            <th>Archived</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {workspaces.map((workspace) => (
            <tr key={workspace.id}>
              <td>
                <span className={table.cell}>
                  <Monogram name={workspace.name} />
                  <WorkspaceLink workspace={workspace} />
                  <PinnedMark workspace={workspace} />
                </span>
              </td>
              <td className={table.number}>{formatCount(workspace.numProjects)}</td>
              <td className={table.number}>{formatCount(workspace.numExperiments)}</td>
              <td>
                <DeletionState state={workspace.state} />
              </td>
              <td className={table.quiet}>{workspace.username}</td>
              <td>{workspace.archived ? <Tag>Archived</Tag> : null}</td>
              <td className={table.action}>
                <WorkspaceMenu workspace={workspace} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function WorkspaceLines({ workspaces }: { workspaces: Workspace[] }) {
  return (
    <ul className={table.list}>
      {workspaces.map((workspace) => (
        <li key={workspace.id}>
          <span className={table.cell}>
            <Monogram name={workspace.name} />
            <WorkspaceLink workspace={workspace} />
            <PinnedMark workspace={workspace} />
            {workspace.archived ? <Tag>Archived</Tag> : null}
          </span>
          <p>
            {plural(workspace.numProjects, 'project')} · {plural(workspace.numExperiments, 'experiment')} ·{' '}
            {workspace.username}
          </p>
          <span className={table.aside}>
            <WorkspaceMenu workspace={workspace} />
          </span>
        </li>
      ))}
    </ul>
  );
}
