import { TextInput } from '@mantine/core';
import { useCallbackRef, useDebouncedCallback } from '@mantine/hooks';
import { ChevronDown, ChevronUp, Clock, ListFilter, Regex, Search } from 'lucide-react';
import { type KeyboardEvent, memo, type ReactNode, useState } from 'react';
import { formatCount } from '../format/numbers.ts';
import { formatTimestamp } from '../format/times.ts';
import { plural } from '../format/words.ts';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { IconButton } from '../primitives/icon-button.tsx';
import { SeveralMenu } from '../primitives/several-menu.tsx';
import { TimeDialog } from './log-dialogs.tsx';
import { type LogField, type LogFilter, listFilter, noFilter } from './log-filter.ts';
import styles from './log-viewer.module.css';
import type { ShownMatches } from './use-log-matches.ts';

/** What is typed is looked for once it has rested for so many ms. */
const REST = 500;

export interface LogBarProps {
  filter: LogFilter;
  onFilter: (filter: LogFilter) => void;
  fields: LogField[];
  /** The lines with the text. */
  hits: ShownMatches | undefined;
  /** The lines that are shown, where that are not all. */
  matches: ShownMatches | undefined;
  total: number;
  /** The hit that was stepped to. */
  now: number | undefined;
  onStep: (step: 1 | -1) => void;
  /** What the search could not do, in words. */
  failed: (error: Error) => string;
}

/** What is asked of a log: text, fields, time; how many lines that is; and the reader's other controls. */
export function LogBar({ children, ...props }: LogBarProps & { children: ReactNode }) {
  const { filter, onFilter, fields, hits, matches, total } = props;
  const [askTime, setAskTime] = useState(false);
  const choose = useCallbackRef((key: string, value: string[]) =>
    onFilter({ ...filter, choices: { ...filter.choices, [key]: value } }),
  );
  return (
    <>
      <div className={styles.bar}>
        <SearchField filter={filter} onFilter={onFilter} hits={hits} onStep={props.onStep} />
        {hits && <Steps hits={hits} now={props.now} onStep={props.onStep} />}
        <div className={styles.fields}>
          <FieldMenus fields={fields} choices={filter.choices} onChoose={choose} />
          <Button
            variant="quiet"
            size="xs"
            className={styles.field}
            data-on={filter.since || filter.until ? true : undefined}
            onClick={() => setAskTime(true)}
          >
            <Icon of={Clock} size={14} />
            {timeWords(filter)}
          </Button>
        </div>
        <span className={styles.space} />
        {children}
      </div>
      {(hits || matches) && (
        <div className={styles.passing}>
          <Passing matches={matches ?? hits} what={matches ? 'pass' : 'have it'} total={total} failed={props.failed} />
          <Button variant="quiet" size="xs" onClick={() => onFilter({ ...noFilter, all: filter.all })}>
            {listFilter(filter) || filter.text ? 'Clear Filters' : null}
          </Button>
        </div>
      )}
      {askTime && <TimeDialog filter={filter} onFilter={onFilter} onClose={() => setAskTime(false)} />}
    </>
  );
}

interface FieldMenusProps {
  fields: LogField[];
  choices: LogFilter['choices'];
  onChoose: (key: string, value: string[]) => void;
}

/** Not drawn again when the reader scrolls. */
const FieldMenus = memo(function FieldMenus({ fields, choices, onChoose }: FieldMenusProps) {
  return fields.map(({ key, name, options }) => (
    <SeveralMenu
      key={key}
      size="xs"
      name={name}
      options={options}
      value={choices[key] ?? []}
      onChange={(value) => onChoose(key, value)}
    />
  ));
});

function timeWords({ since, until }: LogFilter): string {
  if (since && until) return `${formatTimestamp(since)} to ${formatTimestamp(until)}`;
  if (since) return `From ${formatTimestamp(since)}`;
  return until ? `To ${formatTimestamp(until)}` : 'Time';
}

/** Not drawn again for each line that comes. */
const SearchField = memo(function TextField({
  filter,
  onFilter,
  hits,
  onStep,
}: Pick<LogBarProps, 'filter' | 'onFilter' | 'hits' | 'onStep'>) {
  /** What stands in the field and has not been looked for yet. */
  const [typed, setTyped] = useState<string>();
  const look = (text: string) => {
    setTyped(undefined);
    onFilter({ ...filter, text });
  };
  const rest = useDebouncedCallback(look, REST);
  function press(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (typed !== undefined && typed !== filter.text) {
      rest.cancel();
      look(typed);
    } else if (hits) onStep(event.shiftKey ? -1 : 1);
  }
  return (
    <>
      <TextInput
        type="search"
        aria-label="Search the log"
        placeholder={filter.regex ? 'Expression' : 'Text'}
        size="xs"
        className={styles.search}
        leftSection={<Icon of={Search} size={14} />}
        value={typed ?? filter.text}
        onKeyDown={press}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value);
          rest(currentTarget.value);
        }}
      />
      <IconButton
        icon={Regex}
        name="Regular expression"
        size="xs"
        aria-pressed={filter.regex}
        onClick={() => onFilter({ ...filter, regex: !filter.regex })}
      />
      {filter.text !== '' && (
        <IconButton
          icon={ListFilter}
          name="Only lines with the text"
          size="xs"
          aria-pressed={!filter.all}
          onClick={() => onFilter({ ...filter, all: !filter.all })}
        />
      )}
    </>
  );
});

function Steps({ hits, now, onStep }: { hits: ShownMatches; now: number | undefined; onStep: (step: 1 | -1) => void }) {
  const { rows, count } = hits;
  const row = now === undefined ? undefined : rows.rowOf(now);
  const at = row !== undefined && row < rows.end && rows.lineAt(row) === now ? row - rows.first + 1 : undefined;
  return (
    <span className={styles.steps}>
      <span>{at === undefined ? plural(count, 'hit') : `${formatCount(at)} of ${formatCount(count)}`}</span>
      <IconButton icon={ChevronUp} name="Previous hit" size="xs" inactive={count === 0} onClick={() => onStep(-1)} />
      <IconButton icon={ChevronDown} name="Next hit" size="xs" inactive={count === 0} onClick={() => onStep(1)} />
    </span>
  );
}

interface PassingProps {
  matches: ShownMatches | undefined;
  what: string;
  total: number;
  failed: (error: Error) => string;
}

/** How many lines are left of all, and how far the search is. */
function Passing({ matches, what, total, failed }: PassingProps) {
  if (!matches) return null;
  const { count, looked, going, error } = matches;
  const lines = formatCount(count);
  if (error) {
    return (
      <>
        <span role="alert" className={styles.failure}>
          {failed(error)}
        </span>
        <Button size="xs" onClick={matches.goOn}>
          Retry
        </Button>
      </>
    );
  }
  if (looked >= total) {
    return (
      <span role="status">
        <b>{lines}</b> of {formatCount(total)} lines {what}
      </span>
    );
  }
  return (
    <>
      <span>
        <b>{lines}</b> lines {what} so far, {Math.floor((100 * looked) / total)} % looked at
      </span>
      <Button size="xs" onClick={going ? matches.stop : matches.goOn}>
        {going ? 'Stop' : 'Go On'}
      </Button>
    </>
  );
}
