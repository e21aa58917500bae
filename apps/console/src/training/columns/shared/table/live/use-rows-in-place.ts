import type { UseQueryResult } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useRead } from '#platform/api/call.ts';
import type { RowsReply, RowsRequest, TableKind, TableRow } from '../table-kind.ts';
import { asAnswered, type InPlace, inPlace } from './rows-in-place.ts';

interface Seen<Row extends TableRow> extends InPlace<Row> {
  /** Of which request's which answer. */
  key: string;
  reply: RowsReply<Row>;
  /** When that was read. */
  readAt: number;
}

export interface RowsInPlace<Row extends TableRow> extends Pick<InPlace<Row>, 'arrived' | 'reordered'> {
  reply: RowsReply<Row> | undefined;
  /** Shows them as they were answered last. */
  apply: () => void;
}

/** The rows of a live table: while somebody looks at them no answer moves any. */
export function useRowsInPlace<Row extends TableRow>(
  kind: TableKind<Row>,
  request: RowsRequest,
  query: UseQueryResult<RowsReply<Row>, Error>,
  looking: boolean,
): RowsInPlace<Row> {
  const [seen, setSeen] = useState<Seen<Row>>();
  const { data: reply, isPlaceholderData: ofBefore, dataUpdatedAt: readAt } = query;
  const key = listKey(request);
  let now = seen;
  if (reply && !ofBefore && (seen?.reply !== reply || seen.key !== key || (!looking && isBehind(seen)))) {
    // Not read anew, but changed here: what an action leads to, shown at once, and taken back where it fails.
    const own = seen?.readAt === readAt && !isBehind(seen);
    const stays = looking && !own && seen?.key === key && seen.reply.rows.length > 0;
    const placed = stays ? inPlace(seen.rows, reply.rows, reply.total > seen.reply.total) : asAnswered(reply.rows);
    now = { key, reply, readAt, ...placed };
    setSeen(now);
  }
  const pushed = now?.pushed ?? [];
  // They are on the next page by now, and live on.
  const below = useRead(
    kind.read({ ...request, query: { ...request.query, offset: 0, ids: pushed.join(), limit: pushed.length } }),
    { enabled: pushed.length > 0 },
  );
  const shown = useMemo(() => {
    if (!reply || !now || now.rows === reply.rows || (ofBefore && now.key !== key)) return reply;
    const fresh = new Map(below.data?.rows.map((row) => [row.id, row]));
    const rows = now.rows.flatMap((row) =>
      below.data && now.pushed.includes(row.id) ? (fresh.get(row.id) ?? []) : row,
    );
    return { ...reply, rows };
  }, [reply, ofBefore, now, key, below.data]);
  return {
    reply: shown,
    arrived: now?.arrived ?? 0,
    reordered: now?.reordered ?? false,
    apply: () => reply && setSeen({ key, reply, readAt, ...asAnswered(reply.rows) }),
  };
}

/** The same for a list that has grown at its end. */
export const listKey = ({ params, query: { limit: _howMany, ...query } }: RowsRequest): string =>
  JSON.stringify([params, query]);

const isBehind = ({ arrived, reordered }: InPlace<TableRow>) => arrived > 0 || reordered;
