import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import { type Action, type Chosen, countOf, type Subject } from '#platform/actions/action.ts';
import { asBulk } from '#platform/actions/say-outcome.tsx';
import { type ReadyAction, useActions } from '#platform/actions/use-actions.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { ColumnTableSearch } from '../kept-table.ts';
import type { TableKind, TableRow } from '../table-kind.ts';
import { allSelected, nothingSelected, type Selection, selectedCount } from './selection.ts';
import styles from './selection-bar.module.css';
import { frozenSelection, useSelected } from './use-selected.ts';

interface SelectionBarProps<S extends Subject, Row extends TableRow & S> {
  kind: TableKind<Row>;
  /** What can be done with what is ticked. */
  actions: readonly Action<S>[];
  projectId: number;
  search: ColumnTableSearch;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** How many the filter finds. */
  total: number;
  /** Ticked ones of this page. */
  here: readonly Row[];
  /** There are no pages: of those that have been read. */
  endless: boolean;
}

/** What is ticked, and what can be done with it. */
export function SelectionBar<S extends Subject, Row extends TableRow & S>(props: SelectionBarProps<S, Row>) {
  const { kind, actions, projectId, search, selection, onSelect, total, here, endless } = props;
  const { rows, error, retry } = useSelected(kind, projectId, search, selection);
  const count = rows ? countOf(rows) : selectedCount(selection, total);
  const elsewhere = count - here.length;
  const clear = () => onSelect(nothingSelected);
  return (
    <section className={styles.bar} aria-label="Selection">
      <strong>{formatCount(count)} selected</strong>
      {elsewhere > 0 ? (
        <span className="muted">
          {formatCount(elsewhere)} {endless ? 'further down' : 'on other pages'}
        </span>
      ) : null}
      {selection.type === 'ONLY_IN' && count < total ? (
        <Button size="xs" variant="quiet" onClick={() => onSelect(allSelected)}>
          Select all {formatCount(total)}
        </Button>
      ) : null}
      <span className={styles.space} />
      {error ? (
        <span role="alert" className={styles.problem}>
          Unable to fetch selected {kind.nouns}. {messageOf(error)}{' '}
          <Button size="xs" onClick={retry}>
            Retry
          </Button>
        </span>
      ) : (
        <BulkMenu
          kind={kind}
          actions={actions}
          rows={rows}
          here={here}
          chosen={{ projectId, selection: frozenSelection(kind, projectId, search, selection) }}
          onDone={clear}
        />
      )}
      <Button size="xs" variant="quiet" onClick={clear}>
        Clear selected
      </Button>
    </section>
  );
}

interface BulkMenuProps<S extends Subject, Row extends TableRow & S>
  extends Pick<SelectionBarProps<S, Row>, 'kind' | 'actions' | 'here'> {
  rows: readonly Row[] | undefined;
  chosen: Chosen;
  onDone: () => void;
}

function BulkMenu<S extends Subject, Row extends TableRow & S>(props: BulkMenuProps<S, Row>) {
  const { kind, actions, rows, here, chosen, onDone } = props;
  const ignored = countOf(rows?.filter(kind.unmanaged) ?? []);
  const offered = useActions<S>(
    actions.map((action) =>
      asBulk(action, { ignored: actsOnUnmanaged(action.key) ? 0 : ignored, chosen, onDone }, kind.label),
    ),
    rows ?? [],
    'ids' in chosen.selection ? {} : { inSight: here },
  );
  return (
    <Menu keepMounted={false} position="bottom-end" withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button size="xs" working={rows === undefined}>
          Actions <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, label, icon, danger }) => (
          <BulkItem
            key={key}
            label={label}
            icon={icon}
            danger={danger}
            none={label === 'Move' ? 'No eligible items' : `No eligible ${kind.nouns}`}
            of={countOf(rows ?? [])}
            ready={offered.find((one) => one.key === key)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The others ask something of who runs it. */
const actsOnUnmanaged = (key: string) => !['activate', 'resume', 'pause', 'kill'].includes(key);

function BulkItem(
  props: Pick<Action<Subject>, 'label' | 'icon' | 'danger'> & {
    none: string;
    of: number;
    ready: ReadyAction | undefined;
  },
) {
  const { label, icon, danger, none, of, ready } = props;
  const reason = ready ? ready.disabledReason : none;
  return (
    <Menu.Item
      leftSection={<Icon of={icon} />}
      rightSection={
        reason ?? (ready?.count === of ? formatCount(of) : `${formatCount(ready?.count ?? 0)} of ${formatCount(of)}`)
      }
      data-danger={danger || undefined}
      aria-disabled={reason ? true : undefined}
      onClick={reason ? undefined : ready?.run}
    >
      {label}
    </Menu.Item>
  );
}
