import { Menu } from '@mantine/core';
import { ChevronDown } from 'lucide-react';
import type { Action } from '#platform/actions/action.ts';
import { asBulk } from '#platform/actions/say-outcome.tsx';
import { type ReadyAction, useActions } from '#platform/actions/use-actions.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { bulkActions } from '../../actions/bulk-actions.ts';
import type { ExperimentSubject } from '../../actions/experiment-subject.ts';
import type { ExperimentRow } from '../experiment-row.ts';
import type { ExperimentTableSearch } from '../experiment-rows-request.ts';
import { allSelected, nothingSelected, type Selection, selectedCount } from './selection.ts';
import styles from './selection-bar.module.css';
import { useSelected } from './use-selected.ts';

interface SelectionBarProps {
  projectId: number;
  search: ExperimentTableSearch;
  selection: Selection;
  onSelect: (selection: Selection) => void;
  /** How many the filter finds. */
  total: number;
  /** Ticked ones of this page. */
  here: number;
}

/** What is ticked, and what can be done with it. */
export function SelectionBar(props: SelectionBarProps) {
  const { projectId, search, selection, onSelect, total, here } = props;
  const { rows, error, retry } = useSelected(projectId, search, selection, total);
  const count = rows?.length ?? selectedCount(selection, total);
  const elsewhere = count - here;
  const clear = () => onSelect(nothingSelected);
  return (
    <section className={styles.bar} aria-label="Selection">
      <strong>{formatCount(count)} selected</strong>
      {elsewhere > 0 ? <span className="muted">{formatCount(elsewhere)} on other pages</span> : null}
      {selection.type === 'ONLY_IN' && count < total ? (
        <Button size="xs" variant="quiet" onClick={() => onSelect(allSelected)}>
          Select all {formatCount(total)}
        </Button>
      ) : null}
      <span className={styles.space} />
      {error ? (
        <span role="alert" className={styles.problem}>
          Unable to fetch selected experiments. {messageOf(error)}{' '}
          <Button size="xs" onClick={retry}>
            Retry
          </Button>
        </span>
      ) : (
        <BulkMenu rows={rows} onDone={clear} />
      )}
      <Button size="xs" variant="quiet" onClick={clear}>
        Clear selected
      </Button>
    </section>
  );
}

function BulkMenu({ rows, onDone }: { rows: ExperimentRow[] | undefined; onDone: () => void }) {
  const ignored = rows?.filter(({ unmanaged }) => unmanaged).length ?? 0;
  const offered = useActions(
    bulkActions.map((action) =>
      asBulk(action, { ignored: actsOnUnmanaged(action) ? 0 : ignored, onDone }, 'Experiments'),
    ),
    rows ?? [],
  );
  return (
    <Menu keepMounted={false} position="bottom-end">
      <Menu.Target>
        <Button size="xs" working={rows === undefined}>
          Actions <Icon of={ChevronDown} size={14} />
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {bulkActions.map(({ key, label, icon, danger }) => (
          <BulkItem
            key={key}
            label={label}
            icon={icon}
            danger={danger}
            of={rows?.length ?? 0}
            ready={offered.find((one) => one.key === key)}
          />
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The others ask something of who runs it. */
const actsOnUnmanaged = ({ key }: Action<ExperimentSubject>) => !['activate', 'pause', 'kill'].includes(key);

function BulkItem(
  props: Pick<Action<ExperimentSubject>, 'label' | 'icon' | 'danger'> & { of: number; ready: ReadyAction | undefined },
) {
  const { label, icon, danger, of, ready } = props;
  const none = label === 'Move' ? 'No eligible items' : 'No eligible experiments';
  const reason = ready ? ready.disabledReason : none;
  return (
    <Menu.Item
      leftSection={<Icon of={icon} />}
      rightSection={reason ?? (ready?.count === of ? of : `${ready?.count} of ${of}`)}
      data-danger={danger || undefined}
      aria-disabled={reason ? true : undefined}
      onClick={reason ? undefined : ready?.run}
    >
      {label}
    </Menu.Item>
  );
}
