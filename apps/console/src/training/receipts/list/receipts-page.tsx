import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import { administrateUsers } from '@determined/contract/permissions.ts';
import { getReceiptsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { Page } from '#platform/page/page.tsx';
import { Tools } from '#platform/page/section.tsx';
import { useNow } from '#platform/page/use-now.ts';
import { actWords, countOf, outcomeTitle } from '#platform/receipts/receipt-words.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { QueryTable } from '#platform/table/query-table.tsx';
import { formatCount } from '#ui/format/numbers.ts';
import { formatRelative } from '#ui/format/times.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import { NumberCell, TimeCell, UserCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import type { GridColumn } from '#ui/table/grid-column.ts';
import { OutcomeBadge } from '../shared/outcome-badge.tsx';
import { type ReceiptsSearch, receiptsRequest, receiptTable } from './receipts-request.ts';

type Row = ExtReplyOf<typeof getReceiptsRoute>['receipts'][number];

const route = getRouteApi('/signed-in/receipts');
const CLOCK_MS = 10_000;

function receiptColumns(now: number): GridColumn<Row>[] {
  const number = (id: 'done' | 'failed' | 'refused', header: string): GridColumn<Row> => ({
    id,
    header,
    width: 90,
    align: 'end',
    cell: ({ results }) => <NumberCell value={results[id]} format={formatCount} />,
  });
  return [
    { id: 'what', header: 'What', width: 240, grow: true, cell: (row) => <What row={row} inGrid /> },
    { id: 'outcome', header: 'Outcome', width: 220, cell: (row) => <OutcomeBadge receipt={row} /> },
    number('done', 'Done'),
    number('failed', 'Failed'),
    number('refused', 'Refused'),
    { id: 'user', header: 'User', width: 60, cell: ({ username }) => <UserCell name={username} /> },
    { id: 'executedAt', header: 'When', width: 130, cell: ({ executedAt }) => <TimeCell at={executedAt} now={now} /> },
  ];
}

/** What was done to several things at once, the newest first. */
export function ReceiptsPage() {
  const search = route.useSearch();
  const query = useCallQuery(getReceiptsRoute, receiptsRequest(search), { keep: true, poll: pollEvery.store });
  const change = useChangeSearch<ReceiptsSearch>();
  const now = useNow(true, CLOCK_MS);
  const may = useMay();
  const everybodys = may({
    permission: 'ADMINISTRATE_USER',
    and: [],
    withoutRbac: administrateUsers.withoutRbac ?? 'admin',
  });
  return (
    <Page title="Receipts">
      {everybodys ? (
        <Tools name="Receipts">
          <Switch
            checked={search.of === 'everybody'}
            onChange={(on) => change({ of: on ? 'everybody' : undefined, page: undefined })}
          >
            Of everybody
          </Switch>
        </Tools>
      ) : null}
      <QueryTable
        label="Receipts"
        noun="receipts"
        definition={receiptTable}
        search={search}
        query={query}
        rows={(reply) => reply.receipts}
        total={(reply) => reply.total}
        rowKey={(row) => row.id}
        columns={receiptColumns(now)}
        opens
        failed="Unable to fetch receipts."
        empty={
          <EmptyState icon={ReceiptText} title="No receipts">
            {worded`What is done to several experiments at once leaves one here for 30 days.`}
          </EmptyState>
        }
        compact={(row) => (
          <CompactRow
            glyph={null}
            name={<What row={row} inGrid />}
            value=""
            about={`${row.state === 'running' ? 'In progress' : outcomeTitle(row)} · ${row.username}`}
            side={formatRelative(row.executedAt, now)}
          />
        )}
      />
    </Page>
  );
}

function What({ row, inGrid }: { row: Row; inGrid?: boolean }) {
  return (
    <Link
      to="/receipts/$receiptId"
      params={{ receiptId: row.id }}
      search={{}}
      tabIndex={inGrid ? -1 : undefined}
      data-row-link
    >
      {actWords[row.act].label}, {countOf(row, row.total)}
    </Link>
  );
}
