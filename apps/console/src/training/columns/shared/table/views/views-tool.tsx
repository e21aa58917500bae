import { getProjectRoute, patchProjectRoute } from '@determined/contract/organisation/projects-routes.ts';
import { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { Menu } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { projectTarget } from '#organisation/projects/shared/project.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useWhyNot } from '#platform/session/may.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { type ColumnTableSearch, isUnset } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind } from '../table-kind.ts';
import { type TableView, useViews } from './use-views.ts';
import { sameState, searchOf, stateOf } from './view-state.ts';
import styles from './views.module.css';
import { ViewActions, ViewChoices } from './views-menu.tsx';

const SaveViewDialog = lazy(async () => ({ default: (await import('./save-view-dialog.tsx')).SaveViewDialog }));

interface ViewsToolProps {
  kind: Pick<TableKind, 'key'>;
  projectId: number;
  table: ProjectTable;
  search: ColumnTableSearch;
}

/** The views of the table: which is open, whether it has been changed since, and what can be done with them. */
export function ViewsTool({ kind, projectId, table, search }: ViewsToolProps) {
  const { views, change, remove, show } = useViews(projectId, kind.key);
  const [asked, setAsked] = useState<{ rename?: TableView }>();
  const user = useCurrentUser();
  const whyNotShared = useWhyNotShared(projectId);
  const state = stateOf(table, search);
  const open = views?.find(({ id }) => id === search.view);
  const edited = open !== undefined && !sameState(state, open.state);
  const owns = open?.ownerId === user?.id;
  const usual = views?.find(({ isDefault }) => isDefault);
  if (usual && isUnset(projectId, kind.key, search)) {
    return <Navigate to="." search={searchOf(usual.state, usual.id) as never} replace />;
  }
  return (
    <>
      <Menu keepMounted={false} position="bottom-end" withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button variant="quiet">
            <span className={styles.name}>{open ? `View: ${open.name}` : 'Views'}</span>
            {edited ? <span className="muted">edited</span> : null}
            <Icon of={ChevronDown} size={14} />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <ViewChoices views={views ?? []} open={open} onOpen={(view) => show(searchOf(view.state, view.id))} />
          <ViewActions
            {...{ projectId, table: kind.key, state, open, edited, owns, whyNotShared }}
            onAsk={setAsked}
            onChange={change}
            onRemove={(view) => {
              remove(view);
              show({});
            }}
            onShow={show}
          />
        </Menu.Dropdown>
      </Menu>
      {asked ? (
        <Suspense>
          <SaveViewDialog
            {...{ projectId, table: kind.key, state, whyNotShared }}
            rename={asked.rename}
            onSaved={(view) => show(searchOf(asked.rename ? state : view.state, view.id))}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

/** Views are shared by who may change the project. */
function useWhyNotShared(projectId: number): string | undefined {
  const whyNot = useWhyNot();
  const project = useCallQuery(getProjectRoute, { id: projectId }).data?.project;
  const request = { id: project?.workspaceId ?? 0 };
  const workspace = useCallQuery(getWorkspaceRoute, request, { enabled: request.id > 0 }).data?.workspace;
  return project && workspace ? whyNot(patchProjectRoute.needs, projectTarget(project, workspace)) : undefined;
}
