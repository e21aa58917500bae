import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { usualExperimentColumns } from '@determined/contract/training/experiment-columns.ts';
import { ArrowDown, ArrowUp, Pin, PinOff, X } from 'lucide-react';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { mostColumns } from '../experiment-rows-request.ts';
import { usualPinned } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';
import { type ColumnChoice, columnChoices, labelOf, moved, withPin } from './column-choices.ts';
import styles from './table-tools.module.css';

/** More than this are found by typing a part of the name. */
const mostListed = 200;

const tabs = { shown: 'Shown', general: 'General', metrics: 'Metrics', hyperparameters: 'Hyperparameters' } as const;
type Tab = keyof typeof tabs;

interface ColumnPickerProps {
  projectId: number;
  table: ProjectTable;
}

/** Which columns the table has, in which order, and how many of them stay in sight. */
export function ColumnPicker({ projectId, table }: ColumnPickerProps) {
  const [tab, setTab] = useState<Tab>('shown');
  const [words, setWords] = useState('');
  const request = { id: projectId, tableType: 'TABLE_TYPE_EXPERIMENT' } as const;
  const query = useCallQuery(getProjectColumnsRoute, request);
  const choices = columnChoices(query.data?.columns ?? []);
  const { shown, setShown } = table;
  const all = { shown: shown.map((id) => ({ id, label: labelOf(id) })), ...choices };
  const found = words.trim().toLowerCase();
  const matching = all[tab].filter(({ id, label }) => `${label} ${id}`.toLowerCase().includes(found));
  const toggle = (ids: readonly string[], on: boolean) =>
    setShown(on ? [...shown, ...ids.filter((id) => !shown.includes(id))] : shown.filter((id) => !ids.includes(id)));
  const some = matching.some(({ id }) => shown.includes(id));
  return (
    <section className={styles.picker} aria-label="Columns">
      <Segmented
        name="Columns of"
        options={Object.entries(tabs).map(([value, label]) => ({
          // The keys of `tabs` themselves.
          value: value as Tab,
          label: `${label} (${all[value as Tab].length})`,
        }))}
        value={tab}
        onChange={setTab}
      />
      <input
        type="search"
        className={styles.field}
        aria-label="Search columns"
        placeholder="Search"
        value={words}
        onChange={(event) => setWords(event.currentTarget.value)}
      />
      {query.error ? (
        <QueryFailure title="Unable to fetch project columns" error={query.error} retry={() => void query.refetch()} />
      ) : (
        <ul className={styles.columns}>
          {matching
            .slice(0, mostListed)
            .map((choice) =>
              tab === 'shown' ? (
                <ShownColumn key={choice.id} choice={choice} table={table} />
              ) : (
                <OfferedColumn
                  key={choice.id}
                  choice={choice}
                  shown={shown}
                  onToggle={(on) => toggle([choice.id], on)}
                />
              ),
            )}
          {matching.length === 0 ? <li className="muted">No matching columns</li> : null}
          {matching.length > mostListed ? (
            <li className="muted">
              {(matching.length - mostListed).toLocaleString('en')} more: type a part of the name
            </li>
          ) : null}
        </ul>
      )}
      <footer className={styles.foot}>
        {tab === 'shown' ? null : (
          <Button
            size="xs"
            disabledReason={
              !some && matching.length + shown.length > mostColumns
                ? `A table has at most ${mostColumns} columns`
                : undefined
            }
            onClick={() =>
              toggle(
                matching.map(({ id }) => id).filter((id) => id !== 'name'),
                !some,
              )
            }
          >
            {some ? 'Hide All' : 'Show All'}
          </Button>
        )}
        <Button size="xs" variant="quiet" onClick={() => setShown(usualExperimentColumns, usualPinned)}>
          Reset
        </Button>
      </footer>
    </section>
  );
}

function OfferedColumn(props: { choice: ColumnChoice; shown: readonly string[]; onToggle: (on: boolean) => void }) {
  const { choice, shown, onToggle } = props;
  const on = shown.includes(choice.id);
  const full = !on && shown.length >= mostColumns;
  return (
    <li>
      <label title={choice.id}>
        <input
          type="checkbox"
          checked={on}
          // It is the way into the row's experiment.
          disabled={choice.id === 'name' || full}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>{choice.label}</span>
      </label>
    </li>
  );
}

function ShownColumn({ choice: { id, label }, table }: { choice: ColumnChoice; table: ProjectTable }) {
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
      <IconButton
        size="xs"
        icon={isPinned ? PinOff : Pin}
        name={`${isPinned ? 'Unpin' : 'Pin'} ${label}`}
        disabledReason={isPinned && pinned === 1 ? 'One column stays pinned' : undefined}
        onClick={pin}
      />
      <IconButton
        size="xs"
        icon={X}
        name={`Hide ${label}`}
        disabledReason={id === 'name' ? 'It is the way into the experiment' : undefined}
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
