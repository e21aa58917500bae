import { GripVertical, Plus, X } from 'lucide-react';
import { type DragEvent, useEffect, useRef } from 'react';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { FilterCondition } from './filter-condition.tsx';
import { aloneOf, type FilterCounts } from './filter-counts.ts';
import { type FilterPlace, insertAt, mostLevels, nodeAt, whyNotInto } from './filter-edit.ts';
import { type FilterColumn, fieldOn } from './filter-operators.ts';
import styles from './filter-panel.module.css';
import { type FilterGroup, type FilterNode, noFilter } from './filter-set.ts';
import type { FilterDrag } from './use-filter-drag.ts';

interface FilterLinesProps {
  root: FilterGroup;
  /** The group whose lines these are. */
  place: FilterPlace;
  columns: readonly FilterColumn[];
  drag: FilterDrag;
  counts: FilterCounts | null | undefined;
  /** Another condition or group at a place; nothing takes it away. */
  onChange: (place: FilterPlace, next: FilterNode | undefined) => void;
}

/** The conditions and groups of a group, and what adds to them. */
export function FilterLines(props: FilterLinesProps) {
  const { root, place } = props;
  const group = nodeAt(root, place);
  if (group?.kind !== 'group') return null;
  return (
    <ul className={styles.group} aria-label={place.length === 0 ? 'Conditions' : 'Conditions of the group'}>
      {group.children.map((child, index) => (
        // A line is its place: what stands there may move away.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <FilterLine key={index} {...props} child={child} index={index} group={group} />
      ))}
    </ul>
  );
}

interface FilterLineProps extends FilterLinesProps {
  group: FilterGroup;
  child: FilterNode;
  index: number;
}

function FilterLine(props: FilterLineProps) {
  const { place, group, child, index, columns, drag, counts, onChange } = props;
  const own = [...place, index];
  const name = `line ${own.map((at) => at + 1).join('.')}`;
  const isLifted = drag.lifted?.join() === own.join();
  const handle = useRef<HTMLButtonElement>(null);
  // A line that keys have moved takes the focus along: its handle is another element there.
  useEffect(() => {
    if (isLifted) handle.current?.focus();
  }, [isLifted]);
  const dropAt = (event: DragEvent<HTMLElement>) => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    return { into: place, before: event.clientY < top + height / 2 ? index : index + 1 };
  };
  return (
    <li>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handle does the same by keys */}
      <div
        className={styles.line}
        data-lifted={isLifted}
        onDragOver={(event) => {
          if (drag.mayDrop(dropAt(event))) event.preventDefault();
        }}
        onDrop={(event) => {
          event.preventDefault();
          event.stopPropagation();
          drag.drop(dropAt(event));
        }}
      >
        <button
          ref={handle}
          type="button"
          className={styles.handle}
          aria-label={`Move ${name}`}
          aria-pressed={isLifted}
          draggable
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', name);
            drag.lift(own);
          }}
          onDragEnd={drag.end}
          onKeyDown={(event) => drag.onKeyDown(event, own)}
        >
          <Icon of={GripVertical} size={14} />
        </button>
        <Link index={index} group={group} onChange={(next) => onChange(place, next)} />
        {child.kind === 'field' ? (
          <FilterCondition name={name} field={child} columns={columns} onChange={(next) => onChange(own, next)} />
        ) : (
          <div className={styles.groupHead}>
            <Conjunction
              name={`All or any of ${name}`}
              value={child.conjunction}
              onChange={(conjunction) => onChange(own, { ...child, conjunction })}
            />
            <span>of the following are true…</span>
            <FilterAdders {...props} place={own} />
          </div>
        )}
        <LineCount name={name} alone={aloneOf(counts, child)} />
        <IconButton size="xs" icon={X} name={`Remove ${name}`} onClick={() => onChange(own, undefined)} />
      </div>
      {child.kind === 'group' ? <FilterLines {...props} place={own} /> : null}
    </li>
  );
}

/** How many rows a line finds by itself. Its room is there whether that is known or not. */
function LineCount({ name, alone }: { name: string; alone: number | undefined }) {
  return (
    <span className={styles.count} data-part="count">
      {alone === undefined ? null : (
        <>
          {formatCount(alone)}
          <span className="visually-hidden"> match {name} alone</span>
        </>
      )}
    </span>
  );
}

/** How a line goes with those before it: the second line chooses, the others say it. */
function Link(props: { index: number; group: FilterGroup; onChange: (group: FilterGroup) => void }) {
  const { index, group, onChange } = props;
  if (index !== 1) return <span className={styles.link}>{index === 0 ? 'Where' : group.conjunction}</span>;
  return (
    <select
      className={styles.field}
      aria-label="And or or"
      value={group.conjunction}
      onChange={(event) => onChange({ ...group, conjunction: event.currentTarget.value === 'or' ? 'or' : 'and' })}
    >
      <option value="and">and</option>
      <option value="or">or</option>
    </select>
  );
}

/** Whether all or any of a group's conditions have to hold. */
export function Conjunction(props: { name: string; value: 'and' | 'or'; onChange: (value: 'and' | 'or') => void }) {
  return (
    <select
      className={styles.field}
      aria-label={props.name}
      value={props.value}
      onChange={(event) => props.onChange(event.currentTarget.value === 'or' ? 'or' : 'and')}
    >
      <option value="and">All</option>
      <option value="or">Any</option>
    </select>
  );
}

/** Adds a condition or a group to a group. */
export function FilterAdders({ root, place, columns, onChange }: Omit<FilterLinesProps, 'drag' | 'counts'>) {
  const whole = place.length === 0;
  const [first] = columns;
  const condition = first && fieldOn(first);
  const add = (node: FilterNode) => {
    const group = nodeAt(insertAt(root, place, node), place);
    if (group) onChange(place, group);
  };
  return (
    <>
      <Button
        size="xs"
        variant="quiet"
        inactive={!condition}
        disabledReason={condition && whyNotInto(root, place, condition)}
        onClick={() => condition && add(condition)}
      >
        <Icon of={Plus} size={14} /> {whole ? 'Add condition' : 'condition'}
      </Button>
      <Button
        size="xs"
        variant="quiet"
        disabledReason={
          place.length + 1 >= mostLevels
            ? `Groups nest at most ${mostLevels} levels deep`
            : whyNotInto(root, place, noFilter)
        }
        onClick={() => add({ ...noFilter, children: condition ? [condition] : [] })}
      >
        <Icon of={Plus} size={14} /> {whole ? 'Add condition group' : 'group'}
      </Button>
    </>
  );
}
