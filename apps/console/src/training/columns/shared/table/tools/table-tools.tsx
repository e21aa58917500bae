import { Popover } from '@mantine/core';
import { ArrowDownUp, Columns3, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { later } from '#ui/primitives/later.tsx';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind } from '../table-kind.ts';

const ColumnPicker = later(async () => (await import('./column-picker.tsx')).ColumnPicker);
const SortMenu = later(async () => (await import('./sort-menu.tsx')).SortMenu);

interface TableToolsProps {
  kind: Pick<TableKind, 'tableType' | 'facts' | 'general' | 'usual' | 'wayIn' | 'noun'>;
  projectId: number;
  table: ProjectTable;
  /** Columns can be pinned. */
  pins: boolean;
}

/** What the table of a project shows, and in which order; what they open comes when it is opened. */
export function TableTools({ kind, projectId, table, pins }: TableToolsProps) {
  const { shown, sorts } = table;
  return (
    <>
      <Tool icon={Columns3} label="Columns" count={shown.length}>
        <ColumnPicker kind={kind} projectId={projectId} table={table} pins={pins} />
      </Tool>
      <Tool icon={ArrowDownUp} label="Sort" count={sorts.length}>
        <SortMenu kind={kind} table={table} />
      </Tool>
    </>
  );
}

function Tool(props: { icon: LucideIcon; label: string; count: number; children: ReactNode }) {
  return (
    <Popover position="bottom-start" keepMounted={false} trapFocus returnFocus>
      <Popover.Target>
        <Button variant="quiet">
          <Icon of={props.icon} size={14} />
          <span>
            {props.label} <span className="muted">{props.count}</span>
          </span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={props.label}>{props.children}</Popover.Dropdown>
    </Popover>
  );
}
