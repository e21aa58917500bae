import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type ComponentProps, useRef } from 'react';
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

/**
 * What can be done with a column; its button shows in the head that is pointed at, keys open it from the head. The menu is there once
 * it has been asked for: a table has dozens of columns.
 */
export function ColumnMenu({ name, actions, open, onOpen }: ColumnMenuProps) {
  const asked = useRef(false);
  asked.current ||= open;
  if (!asked.current)
    return <Sign name={name} open={false} aria-haspopup="menu" aria-expanded={false} onClick={() => onOpen(true)} />;
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
        <Sign name={name} open={open} />
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

type SignProps = ComponentProps<'button'> & Pick<ColumnMenuProps, 'name' | 'open'>;

/** What is pressed; a press is none of the head, which would sort. */
function Sign({ name, open, onClick, ...button }: SignProps) {
  return (
    <button
      {...button}
      type="button"
      className={styles.columnMenu}
      aria-label={`Column ${name}`}
      data-column-menu
      data-open={open}
      tabIndex={-1}
      onPointerDown={(event) => event.stopPropagation()}
      onClick={(event) => {
        event.stopPropagation();
        onClick?.(event);
      }}
    >
      <Icon of={ChevronDown} size={14} />
    </button>
  );
}
