import type { ColumnType, LocationType } from '@determined/contract/organisation/projects-generated.ts';
import type { FilterField, FilterGroup, FilterNode, FilterValue } from '#training/columns/shared/filter-set.ts';
import { type Brushes, brushOf, type KeptPart, keptPart } from '#ui/chart/parallel/brush.ts';
import type { Axis } from '#ui/chart/points/dimension.ts';

/** An axis of the chart, and the column of the table that has its values. */
export interface BrushedAxis {
  axis: Axis;
  columnName: string;
  location: LocationType;
  /** The value that stands on the axis as a choice. */
  storedAs: (choice: string) => FilterValue;
}

type Brush = Brushes[string];

/** What must hold, each by itself. */
const alone = (filter: FilterGroup): readonly FilterNode[] =>
  filter.conjunction === 'and' || filter.children.length < 2 ? filter.children : [filter];

/** What a condition keeps of an axis; undefined for what no brush can say. */
function keptBy(node: FilterNode, of: BrushedAxis): KeptPart | undefined {
  const { choices } = of.axis;
  if (node.kind === 'group') {
    const parts = node.children.map((child) => keptBy(child, of));
    const named = parts.flatMap((part) => (part && 'choices' in part ? part.choices : []));
    return node.conjunction === 'or' && named.length > 0 && named.length === parts.length
      ? { choices: named }
      : undefined;
  }
  const { columnName, location, operator, value } = node;
  if (columnName !== of.columnName || location !== of.location || value === null) return undefined;
  if (choices) return operator === '=' ? { choices: [String(value)] } : undefined;
  if (typeof value !== 'number') return undefined;
  if (operator === '>=') return { from: value, to: undefined };
  if (operator === '<=') return { from: undefined, to: value };
  return operator === '=' ? { from: value, to: value } : undefined;
}

/**
 * The brushes that say the same as conditions of a filter do.
 * @param drawn those that the reader drew: while they say the same they stay where he put them, between the round limits of conditions
 */
export function brushesIn(filter: FilterGroup, axes: readonly BrushedAxis[], drawn: Brushes = {}): Brushes {
  return Object.fromEntries(
    axes.flatMap((of) => {
      const parts = alone(filter).flatMap((node) => keptBy(node, of) ?? []);
      const kept = parts.reduce<KeptPart | undefined>((all, part) => (all ? together(all, part) : part), undefined);
      const brush = kept && brushOf(of.axis, kept);
      return brush ? [[of.axis.name, asDrawn(of.axis, brush, drawn[of.axis.name])]] : [];
    }),
  );
}

function asDrawn(axis: Axis, brush: Brush, drawn: Brush | undefined): Brush {
  const said = (one: Brush) => JSON.stringify(keptPart(axis, one));
  return drawn && said(drawn) === said(brush) ? drawn : brush;
}

/** What is kept by both; all conditions on a column are of one kind. */
function together(one: KeptPart, other: KeptPart): KeptPart {
  if ('choices' in one || 'choices' in other) {
    const [left, right] = [one, other].map((part) => ('choices' in part ? part.choices : []));
    return { choices: (left ?? []).filter((choice) => right?.includes(choice)) };
  }
  const narrowest = (of: (...values: number[]) => number, ends: readonly (number | undefined)[]) => {
    const known = ends.filter((end) => end !== undefined);
    return known.length > 0 ? of(...known) : undefined;
  };
  return { from: narrowest(Math.max, [one.from, other.from]), to: narrowest(Math.min, [one.to, other.to]) };
}

/** The filter with other brushes: conditions on what none of them changes stay as they are. */
export function brushedFilter(filter: FilterGroup, axes: readonly BrushedAxis[], brushes: Brushes): FilterGroup {
  const before = brushesIn(filter, axes, brushes);
  const changed = axes.filter(({ axis: { name } }) => before[name]?.join() !== brushes[name]?.join());
  const others = alone(filter).filter((node) => !changed.some((of) => keptBy(node, of)));
  const added = changed.flatMap((of) => {
    const brush = brushes[of.axis.name];
    const kept = brush && keptPart(of.axis, brush);
    return kept ? conditionsOf(of, kept) : [];
  });
  const children = [...others, ...added];
  const [only] = children;
  return children.length === 1 && only?.kind === 'group' ? only : { kind: 'group', conjunction: 'and', children };
}

function typeOf(value: FilterValue): ColumnType {
  if (typeof value === 'number') return 'COLUMN_TYPE_NUMBER';
  return typeof value === 'string' ? 'COLUMN_TYPE_TEXT' : 'COLUMN_TYPE_UNSPECIFIED';
}

function conditionsOf({ columnName, location, storedAs }: BrushedAxis, kept: KeptPart): FilterNode[] {
  const field = (operator: FilterField['operator'], value: FilterValue): FilterField => {
    return { kind: 'field', columnName, location, type: typeOf(value), operator, value };
  };
  if ('choices' in kept) {
    const children = kept.choices.map((choice) => field('=', storedAs(choice)));
    return children.length > 1 ? [{ kind: 'group', conjunction: 'or', children }] : children;
  }
  const { from, to } = kept;
  if (from !== undefined && from === to) return [field('=', from)];
  return [...(from === undefined ? [] : [field('>=', from)]), ...(to === undefined ? [] : [field('<=', to)])];
}
