import { Menu } from '@mantine/core';
import { type ComponentProps, createContext, useContext, useRef, useState } from 'react';
import { buttonClass } from './button.tsx';
import { Icon } from './icon.tsx';
import styles from './row-menu.module.css';
import { Tooltip } from './tooltip.tsx';

export interface RowAction {
  label: string;
  icon?: Parameters<typeof Icon>[0]['of'];
  /** Says why it can't be used now; it stays in sight. */
  disabledReason?: string;
  /** Breaks something for good: red. */
  danger?: boolean;
  run: () => void;
}

/** What stands first in a row's menu, by where it was opened; a grid gives the cell's own. */
export const RowMenuLead = createContext<(button: HTMLElement) => RowAction[]>(() => []);

interface Dots {
  /** Names what the actions act on. */
  of: string;
  /** In a cell of a grid, which is one tab stop: Enter on the cell opens the menu. */
  inGrid?: boolean;
}

/**
 * The actions of one row or card, behind the three dots. The menu is there once it has been asked for: a table has hundreds of
 * rows, and most menus never open.
 */
export function RowMenu({ actions, ...dots }: Dots & { actions: RowAction[] }) {
  const [lead, setLead] = useState<RowAction[]>();
  if (actions.length === 0) return null;
  return lead ? (
    <OpenedRowMenu {...dots} lead={lead} actions={actions} />
  ) : (
    <ClosedRowMenu {...dots} onOpen={setLead} />
  );
}

/** The button; its picture is drawn by its style: of some hundred rows each would have four elements more. */
function DotsButton({ of, inGrid, ...button }: Dots & ComponentProps<'button'>) {
  const name = `Actions of ${of}`;
  return (
    <Tooltip label={name}>
      <button
        type="button"
        aria-label={name}
        {...button}
        className={`${buttonClass({ variant: 'quiet', size: 'xs', square: true })} ${styles.dots}`}
        tabIndex={inGrid ? -1 : undefined}
      />
    </Tooltip>
  );
}

/** @param props.onOpen is given what stands first in the menu. */
export function ClosedRowMenu({ onOpen, ...dots }: Dots & { onOpen: (lead: RowAction[]) => void }) {
  const leadOf = useContext(RowMenuLead);
  return (
    <DotsButton
      {...dots}
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={(event) => onOpen(leadOf(event.currentTarget))}
    />
  );
}

interface OpenedRowMenuProps extends Dots {
  lead: RowAction[];
  actions: RowAction[];
}

/** In place of the closed one, from its first opening on. */
export function OpenedRowMenu({ actions, lead: first, ...dots }: OpenedRowMenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  const leadOf = useContext(RowMenuLead);
  const [lead, setLead] = useState(first);
  return (
    <Menu
      defaultOpened
      keepMounted={false}
      // A placeholder would be no entry of the menu: the first entry takes the focus.
      withInitialFocusPlaceholder={false}
      // It was opened by a button that gave way to this one: the focus has nowhere to go back to.
      onClose={() => {
        const active = document.activeElement;
        if (active === document.body || active?.closest('[role="menu"]'))
          button.current?.focus({ preventScroll: true });
      }}
      onOpen={() => button.current && setLead(leadOf(button.current))}
      onExitTransitionEnd={() => {
        // An entry that opened a dialog has given the focus away; else it would be lost with the entry.
        if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
      }}
    >
      <Menu.Target>
        <DotsButton ref={button} {...dots} />
      </Menu.Target>
      <Menu.Dropdown>
        {[...lead, ...actions].map((action) => (
          <Menu.Item
            key={action.label}
            leftSection={action.icon ? <Icon of={action.icon} /> : null}
            data-danger={action.danger || undefined}
            aria-disabled={action.disabledReason ? true : undefined}
            rightSection={action.disabledReason}
            onClick={action.disabledReason ? undefined : action.run}
          >
            {action.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
