import { getWorkspaceProjectsRoute, getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Link } from '@tanstack/react-router';
import { Folder, Search } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Keys } from '#ui/primitives/keys.tsx';
import { Monogram } from '#ui/primitives/monogram.tsx';
import { Modal } from '#ui/primitives/overlays.ts';
import { bare } from './bare-dialog.ts';
import styles from './command-bar.module.css';
import { treeOf } from './workspace-tree.ts';

/** Every workspace with its projects, to be filtered by what is typed. */
export function QuickSearch({ onClose }: { onClose: () => void }) {
  useFocusBack();
  const [typed, setTyped] = useState('');
  const workspaces = useCallQuery(getWorkspacesRoute, { limit: 0, sortBy: 'SORT_BY_NAME', archived: false });
  const projects = useCallQuery(getWorkspaceProjectsRoute, { id: 0, sortBy: 'SORT_BY_NAME', limit: 0 });
  const failed = workspaces.isError || projects.isError;
  const tree =
    workspaces.data && projects.data ? treeOf(workspaces.data.workspaces, projects.data.projects, typed) : undefined;
  return (
    <Modal
      opened
      onClose={onClose}
      title="Workspace Quick Search"
      size={560}
      padding={0}
      withCloseButton={false}
      classNames={bare}
    >
      <search onKeyDown={moveFocus}>
        <div className={styles.field}>
          <Icon of={Search} />
          <input
            data-autofocus
            aria-label="Search workspaces and projects"
            placeholder="Search workspaces and projects"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Keys of={['Esc']} />
        </div>
        <div className={styles.tree}>
          <ul>
            {tree?.map(({ workspace, projects }) => (
              <li key={workspace.id}>
                <Link
                  to="/workspaces/$workspaceId/{-$tab}"
                  params={{ workspaceId: String(workspace.id), tab: undefined }}
                  onClick={onClose}
                >
                  <Monogram name={workspace.name} />
                  <span className={styles.title}>{workspace.name}</span>
                  <span className={styles.kind}>{plural(workspace.numProjects, 'project')}</span>
                </Link>
                {projects.length > 0 ? (
                  <ul>
                    {projects.map((project) => (
                      <li key={project.id}>
                        <Link
                          to="/projects/$projectId/{-$tab}"
                          params={{ projectId: String(project.id), tab: undefined }}
                          onClick={onClose}
                        >
                          <Icon of={Folder} />
                          <span className={styles.title}>{project.name}</span>
                          <span className={styles.kind}>{plural(project.numExperiments, worded`experiment`)}</span>
                        </Link>
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
          {failed ? (
            <p className={styles.none} role="alert">
              Unable to fetch data. Please try again later.
            </p>
          ) : null}
          {tree?.length === 0 ? (
            <p className={styles.none} role="status">
              No matching workspace or projects
            </p>
          ) : null}
        </div>
      </search>
    </Modal>
  );
}

/** Down and up go from the field through the links and back. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (move === undefined) return;
  event.preventDefault();
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, a')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  stops[(at + move + stops.length) % stops.length]?.focus();
}
