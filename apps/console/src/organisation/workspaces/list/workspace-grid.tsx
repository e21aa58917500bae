import { plural } from '#ui/format/words.ts';
import styles from '#ui/primitives/card-grid.module.css';
import { Avatar, Monogram } from '#ui/primitives/monogram.tsx';
import table from '#ui/primitives/table.module.css';
import { Tag } from '#ui/primitives/tag.tsx';
import type { Workspace } from '../shared/pinned-workspaces.ts';
import { WorkspaceMenu } from '../shared/workspace-menu.tsx';
import { PinnedMark, WorkspaceLink } from './workspace-table.tsx';

export function WorkspaceGrid({ workspaces }: { workspaces: Workspace[] }) {
  return (
    <ul className={styles.grid}>
      {workspaces.map((workspace) => (
        <li key={workspace.id} className={styles.card}>
          <span className={table.cell}>
            <Monogram name={workspace.name} />
            <WorkspaceLink workspace={workspace} />
            <PinnedMark workspace={workspace} />
            {workspace.archived ? <Tag>Archived</Tag> : null}
          </span>
          <WorkspaceMenu workspace={workspace} />
          <p className={styles.facts}>
            <Avatar name={workspace.username} />
            {workspace.username} · {plural(workspace.numProjects, 'project')}
          </p>
        </li>
      ))}
    </ul>
  );
}
