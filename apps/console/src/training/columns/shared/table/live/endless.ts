import { queryClient } from '#platform/api/query-client.ts';
import type { RowsReply, RowsRequest, TableKind, TableRow } from '../table-kind.ts';

/** An endless list begins with so many rows. */
export const firstRows = 80;
/** One call gives at most so many. */
const atOnce = 1000;

/** So many are read when it has been scrolled to the end of what there is: seldom again, however far one goes. */
export const nextRows = (rows: number): number => (rows < atOnce ? Math.min(atOnce, rows * 2) : rows + atOnce);

/** The first rows of the list, in place of a page. */
export const fromTheTop = (request: RowsRequest, limit = firstRows): RowsRequest => ({
  ...request,
  query: { ...request.query, offset: 0, limit },
});

/** Their read: one call, or several that are put together. */
export function readMany<Row extends TableRow>(
  kind: Pick<TableKind<Row>, 'read'>,
  request: RowsRequest,
): ReturnType<TableKind<Row>['read']> {
  const whole = kind.read(request);
  const { offset = 0, limit = atOnce } = request.query;
  if (limit <= atOnce) return whole;
  const part = (at: number) =>
    kind.read({ ...request, query: { ...request.query, offset: at, limit: Math.min(atOnce, offset + limit - at) } });
  return {
    ...whole,
    queryFn: async () => {
      let reply: RowsReply<Row> | undefined;
      for (let at = offset; at < offset + limit; at += atOnce) {
        const next = await queryClient.fetchQuery({ ...part(at), staleTime: 0, gcTime: 0 });
        reply = { ...next, rows: joined(reply?.rows ?? [], next.rows) };
        if (next.rows.length < atOnce) break;
      }
      if (!reply) throw new Error('no rows were asked for');
      return reply;
    },
  };
}

/** What came in between two calls has moved some rows from the one's end to the other's beginning. Exported for its test. */
export function joined<Row extends { id: number }>(rows: readonly Row[], more: readonly Row[]): Row[] {
  const known = new Set(rows.map(({ id }) => id));
  return [...rows, ...more.filter(({ id }) => !known.has(id))];
}
