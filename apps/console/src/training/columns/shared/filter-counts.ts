import { mostCountedLines } from '@determined/contract/training/column-facts.ts';
import { getFilterCountsRoute } from '@determined/contract/training/values-ext-routes.ts';
import { useState } from 'react';
import { type Answer, callQuery, useRead } from '#platform/api/call.ts';
import type { FilterPlace } from './filter-edit.ts';
import { askedFor, type FilterGroup, type FilterNode, filterText, swept } from './filter-set.ts';
import type { FilteredTable } from './filtered-table.ts';

/** A condition or group that asks for something, with what it does. */
export interface CountedLine {
  node: FilterNode;
  /** Where it stands among those that ask for something. */
  place: FilterPlace;
  /** Rows that it finds by itself. */
  alone: number;
  /** Rows that are found without it. */
  without: number;
}

type Answered = Answer<typeof getFilterCountsRoute>;

export interface FilterCounts extends Pick<Answered, 'total' | 'found'> {
  lines: CountedLine[];
}

/**
 * What each line of a filter does to a table; null where that does not come: nothing is said of it. Undefined until it has come;
 * with `keep`, that of the filter which was there before.
 */
export function useFilterCounts(
  table: FilteredTable | null,
  filter: FilterGroup,
  { keep = false }: { keep?: boolean } = {},
): FilterCounts | null | undefined {
  const [last, setLast] = useState<{ answer: Answered; counts: FilterCounts }>();
  const asked = askedFor(filter);
  const lines = asked ? linesOf(asked, []) : [];
  const { filter: always, ...rows } = table?.rows ?? { of: 'run' };
  const query = { ...rows, always, filter: filterText(filter) ?? '' };
  // Every report of a metric would have all rows looked through again.
  const read = callQuery(getFilterCountsRoute, { params: { projectId: table?.projectId ?? 0 }, query }, [
    'experiment',
    'run',
  ]);
  const enabled = table !== null && lines.length > 0 && lines.length <= mostCountedLines;
  const { data, isError } = useRead({ ...read, throwOnError: false }, { enabled });
  if (!enabled || isError) return null;
  if (!data) return keep ? last?.counts : undefined;
  if (data === last?.answer) return last.counts;
  const counts = {
    ...data,
    lines: lines.flatMap((line, at) => {
      const counted = data.lines[at];
      return counted ? [{ ...line, ...counted }] : [];
    }),
  };
  setLast({ answer: data, counts });
  return counts;
}

/** As they are counted: a group before what is in it. */
const linesOf = (group: FilterGroup, place: FilterPlace): Pick<CountedLine, 'node' | 'place'>[] =>
  group.children.flatMap((node, index) => {
    const own = [...place, index];
    return [{ node, place: own }, ...(node.kind === 'group' ? linesOf(node, own) : [])];
  });

/** How many rows a line finds by itself, which the others have no part in; undefined where that is not known. */
export function aloneOf(counts: FilterCounts | null | undefined, node: FilterNode): number | undefined {
  const [asked] = swept({ kind: 'group', conjunction: 'and', children: [node] }).children;
  const text = JSON.stringify(asked);
  return asked && counts?.lines.find((line) => JSON.stringify(line.node) === text)?.alone;
}

/** The line without which most rows would be found; undefined where there are no more without any. */
export function mostNarrowing({ found, lines }: FilterCounts): CountedLine | undefined {
  const most = Math.max(found, ...lines.map(({ without }) => without));
  // Of a group and the only one of its conditions that matters, the condition.
  return most > found ? lines.findLast(({ without }) => without === most) : undefined;
}
