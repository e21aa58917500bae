import { getProjectColumnsRoute } from '@determined/contract/organisation/projects-routes.ts';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { QueryFailure } from '#platform/page/query-state.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { usualPinned } from '../kept-table.ts';
import type { ProjectTable } from '../project-table.ts';
import { mostColumns } from '../rows-request.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import { type ColumnChoice, columnChoices } from './column-choices.ts';
import { ShownColumn } from './shown-column.tsx';
import styles from './table-tools.module.css';

/** More than this are found by typing a part of the name. */
const mostListed = 200;

const tabs = {
  shown: 'Shown',
  general: 'General',
  metrics: 'Metrics',
  hyperparameters: 'Hyperparameters',
  metadata: 'Metadata',
} as const;
type Tab = keyof typeof tabs;

type PickedKind = Pick<TableKind, 'tableType' | 'facts' | 'general' | 'usual' | 'wayIn' | 'noun'>;

interface ColumnPickerProps {
  kind: PickedKind;
  projectId: number;
  table: ProjectTable;
  /** Columns can be pinned. */
  pins: boolean;
}

/** Which columns the table has, in which order, and how many of them stay in sight. */
export function ColumnPicker({ kind, projectId, table, pins }: ColumnPickerProps) {
  const [tab, setTab] = useState<Tab>('shown');
  const [words, setWords] = useState('');
  const request = { id: projectId, tableType: kind.tableType };
  const query = useCallQuery(getProjectColumnsRoute, request);
  const choices = columnChoices(kind, query.data?.columns ?? []);
  const { shown, setShown } = table;
  const all = { shown: shown.map((id) => ({ id, label: labelOf(kind, id) })), ...choices };
  const found = words.trim().toLowerCase();
  const matches = ({ id, label }: ColumnChoice) => `${label} ${id}`.toLowerCase().includes(found);
  const there = new Set(shown);
  const isShown = ({ id }: ColumnChoice) => there.has(id);
  const matching = all[tab].filter(matches);
  const known = new Set(Object.values(all).flatMap((some) => some.map(({ id }) => id)));
  const toggle = (ids: readonly string[], on: boolean) =>
    setShown(on ? [...shown, ...ids.filter((id) => !shown.includes(id))] : shown.filter((id) => !ids.includes(id)));
  // The keys of `tabs` themselves; only runs are described with metadata.
  const offered = (Object.keys(tabs) as Tab[]).filter(
    (one) => one !== 'metadata' || kind.tableType === 'TABLE_TYPE_RUN',
  );
  const some = matching.some(({ id }) => shown.includes(id));
  return (
    <section className={styles.picker} aria-label="Columns">
      <Segmented
        name="Columns of"
        // How many of its columns the table has; where a name is looked for, how many it finds.
        options={offered.map((value) => ({
          value,
          label: `${tabs[value]} (${all[value].filter(found ? matches : isShown).length})`,
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
                <ShownColumn key={choice.id} kind={kind} choice={choice} table={table} pins={pins} />
              ) : (
                <OfferedColumn
                  key={choice.id}
                  choice={choice}
                  wayIn={kind.wayIn}
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
                matching.map(({ id }) => id).filter((id) => id !== kind.wayIn),
                !some,
              )
            }
          >
            {some ? 'Hide All' : 'Show All'}
          </Button>
        )}
        <Button size="xs" variant="quiet" onClick={() => setShown(kind.usual, usualPinned)}>
          Reset
        </Button>
        <span className={styles.count}>{query.data ? `${shown.length} shown of ${known.size}` : null}</span>
      </footer>
    </section>
  );
}

interface OfferedColumnProps {
  choice: ColumnChoice;
  wayIn: string;
  shown: readonly string[];
  onToggle: (on: boolean) => void;
}

function OfferedColumn({ choice, wayIn, shown, onToggle }: OfferedColumnProps) {
  const on = shown.includes(choice.id);
  const full = !on && shown.length >= mostColumns;
  return (
    <li>
      <label title={choice.id}>
        <input
          type="checkbox"
          checked={on}
          // It leads to what the row stands for.
          disabled={choice.id === wayIn || full}
          onChange={(event) => onToggle(event.currentTarget.checked)}
        />
        <span>{choice.label}</span>
      </label>
    </li>
  );
}
