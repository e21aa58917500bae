import { Menu } from '@mantine/core';
import { Navigate } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
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

const SaveViewDialog = laterForm(async () => (await import('./save-view-dialog.tsx')).SaveViewDialog);

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
            {...{ projectId, table: kind.key, state, open, edited, owns }}
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
        <SaveViewDialog
          {...{ projectId, table: kind.key, state }}
          rename={asked.rename}
          onSaved={(view) => show(searchOf(asked.rename ? state : view.state, view.id))}
          onClose={() => setAsked(undefined)}
        />
      ) : null}
    </>
  );
}
