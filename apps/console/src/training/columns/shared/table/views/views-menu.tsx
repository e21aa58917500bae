import type { TableViewState } from '@determined/contract/training/table-view.ts';
import { Menu } from '@mantine/core';
import { Check, Link2, Pencil, Plus, Save, Share2, Star, Trash2, Undo2, X } from 'lucide-react';
import { Icon } from '#ui/primitives/icon.tsx';
import type { RowAction } from '#ui/primitives/row-menu.tsx';
import type { ColumnTableSearch, TableKey } from '../kept-table.ts';
import { copyViewLink } from './copy-view-link.ts';
import type { TableView, useViews } from './use-views.ts';
import { searchOf } from './view-state.ts';
import { useWhyNotShared } from './why-not-shared.ts';

/** Those that are shared, and one's own. */
export function ViewChoices(props: {
  views: readonly TableView[];
  open: TableView | undefined;
  onOpen: (view: TableView) => void;
}) {
  const { views, open, onOpen } = props;
  const groups = [
    { label: 'Shared in the project', of: views.filter(({ shared }) => shared) },
    { label: 'Only mine', of: views.filter(({ shared }) => !shared) },
  ].filter(({ of }) => of.length > 0);
  return groups.map(({ label, of }) => (
    <div key={label}>
      <Menu.Label>{label}</Menu.Label>
      {of.map((view) => (
        <Menu.Item
          key={view.id}
          leftSection={view.id === open?.id ? <Icon of={Check} /> : null}
          rightSection={view.isDefault ? 'default' : null}
          onClick={() => onOpen(view)}
        >
          {view.name}
        </Menu.Item>
      ))}
      <Menu.Divider />
    </div>
  ));
}

interface ViewActionsProps {
  projectId: number;
  table: TableKey;
  state: TableViewState;
  open: TableView | undefined;
  edited: boolean;
  owns: boolean;
  onAsk: (asked: { rename?: TableView }) => void;
  onChange: ReturnType<typeof useViews>['change'];
  onRemove: (view: TableView) => void;
  onShow: (search: ColumnTableSearch) => void;
}

/** What can be done with the one that is open, and with the table as it is. */
export function ViewActions(props: ViewActionsProps) {
  const { projectId, table, state, open, edited, owns, onAsk, onChange, onRemove, onShow } = props;
  const whyNotShared = useWhyNotShared(projectId);
  const ofShared = open?.shared ? whyNotShared : undefined;
  const actions: (RowAction | false | undefined)[] = [
    open &&
      edited && { label: 'Save Changes', icon: Save, disabledReason: ofShared, run: () => onChange(open, { state }) },
    open && edited && { label: 'Discard Changes', icon: Undo2, run: () => onShow(searchOf(open.state, open.id)) },
    { label: 'Save as New View', icon: Plus, run: () => onAsk({}) },
    open && { label: 'Rename', icon: Pencil, disabledReason: ofShared, run: () => onAsk({ rename: open }) },
    open &&
      owns && {
        label: open.shared ? 'Stop Sharing' : 'Share in Project',
        icon: Share2,
        disabledReason: open.shared ? undefined : whyNotShared,
        run: () => onChange(open, { shared: !open.shared }),
      },
    open && {
      label: open.isDefault ? 'No Longer Default' : 'Set as Default',
      icon: Star,
      disabledReason: whyNotShared,
      run: () => onChange(open, { isDefault: !open.isDefault }),
    },
    open && {
      label: 'Delete View',
      icon: Trash2,
      danger: true,
      disabledReason: owns ? undefined : ofShared,
      run: () => onRemove(open),
    },
    open && { label: 'Close View', icon: X, run: () => onShow(open.isDefault ? { sort: 'id=desc' } : {}) },
    { label: 'Copy Link', icon: Link2, run: () => void copyViewLink(projectId, { table, state }) },
  ];
  return actions
    .filter((action) => action !== false && action !== undefined)
    .map(({ label, icon, danger, disabledReason, run }) => (
      <Menu.Item
        key={label}
        leftSection={icon ? <Icon of={icon} /> : null}
        rightSection={disabledReason ? 'needs rights' : null}
        title={disabledReason}
        data-danger={danger}
        aria-disabled={disabledReason ? true : undefined}
        onClick={disabledReason ? undefined : run}
      >
        {label}
      </Menu.Item>
    ));
}
