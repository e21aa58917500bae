import { ArrowDown, ArrowUp, Pin, PinOff, X } from 'lucide-react';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { ProjectTable } from '../project-table.ts';
import type { TableKind } from '../table-kind.ts';
import { type ColumnChoice, moved, withPin } from './column-choices.ts';

interface ShownColumnProps {
  kind: Pick<TableKind, 'wayIn' | 'noun'>;
  choice: ColumnChoice;
  table: ProjectTable;
  /** It can be pinned. */
  pins: boolean;
}

/** A column that the table has: moved, pinned and hidden. */
export function ShownColumn(props: ShownColumnProps) {
  const {
    kind,
    choice: { id, label },
    table,
  } = props;
  const { shown, setShown, pinned } = table;
  const isPinned = shown.indexOf(id) < pinned;
  const pin = () => {
    const next = withPin(shown, pinned, id);
    setShown(next.shown, next.pinned);
  };
  return (
    <li>
      <span title={id}>{label}</span>
      <IconButton size="xs" icon={ArrowUp} name={`Move ${label} up`} onClick={() => setShown(moved(shown, id, -1))} />
      <IconButton
        size="xs"
        icon={ArrowDown}
        name={`Move ${label} down`}
        onClick={() => setShown(moved(shown, id, 1))}
      />
      {props.pins ? (
        <IconButton
          size="xs"
          icon={isPinned ? PinOff : Pin}
          name={`${isPinned ? 'Unpin' : 'Pin'} ${label}`}
          disabledReason={isPinned && pinned === 1 ? 'One column stays pinned' : undefined}
          onClick={pin}
        />
      ) : null}
      <IconButton
        size="xs"
        icon={X}
        name={`Hide ${label}`}
        disabledReason={id === kind.wayIn ? `It is the way into the ${kind.noun}` : undefined}
        onClick={() =>
          setShown(
            shown.filter((one) => one !== id),
            isPinned ? Math.max(1, pinned - 1) : pinned,
          )
        }
      />
    </li>
  );
}
