import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { Icon } from '../primitives/icon.tsx';
import type { RowAction } from '../primitives/row-menu.tsx';
import styles from './data-grid.module.css';

interface ColumnMenuProps {
  /** The column's. */
  name: string;
  actions: () => RowAction[];
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** What can be done with a column; its button shows in the head that is pointed at, keys open it from the head. */
export function ColumnMenu({ name, actions, open, onOpen }: ColumnMenuProps) {
  return (
    <Menu
      keepMounted={false}
      opened={open}
      onChange={onOpen}
      position="bottom-start"
      withInitialFocusPlaceholder={false}
      returnFocus={false}
    >
      <Menu.Target>
        <button
          type="button"
          className={styles.columnMenu}
          aria-label={`Column ${name}`}
          data-column-menu
          data-open={open}
          tabIndex={-1}
          onPointerDown={(event) => event.stopPropagation()}
          onClick={(event) => event.stopPropagation()}
        >
          <Icon of={ChevronDown} size={14} />
        </button>
      </Menu.Target>
      {/* Presses in it bubble through React to the head, which would sort. */}
      <Menu.Dropdown onClick={(event) => event.stopPropagation()} onPointerDown={(event) => event.stopPropagation()}>
        {open
          ? actions().map((action) => (
              <Menu.Item
                key={action.label}
                leftSection={action.icon ? <Icon of={action.icon} /> : null}
                aria-disabled={action.disabledReason ? true : undefined}
                rightSection={action.disabledReason}
                onClick={action.disabledReason ? undefined : action.run}
              >
                {action.label}
              </Menu.Item>
            ))
          : null}
      </Menu.Dropdown>
    </Menu>
  );
}
