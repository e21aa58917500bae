import { useState } from 'react';
import { ClosedRowMenu, OpenedRowMenu, type RowAction } from '#ui/primitives/row-menu.tsx';
import type { Action, Subject } from './action.ts';
import { useActions } from './use-actions.ts';

interface ActionRowMenuProps<S extends Subject> {
  /** Names what the actions act on. */
  of: string;
  subject: S;
  /** At least one of them is always offered. */
  actions: readonly Action<S>[];
  inGrid?: boolean;
}

/** The menu of one row of very many: what can be done is asked once it is opened. */
export function ActionRowMenu<S extends Subject>({ subject, actions, ...dots }: ActionRowMenuProps<S>) {
  const [lead, setLead] = useState<RowAction[]>();
  return lead ? <Opened {...{ subject, actions, lead }} {...dots} /> : <ClosedRowMenu {...dots} onOpen={setLead} />;
}

function Opened<S extends Subject>({ subject, actions, ...menu }: ActionRowMenuProps<S> & { lead: RowAction[] }) {
  return <OpenedRowMenu {...menu} actions={useActions(actions, subject)} />;
}
