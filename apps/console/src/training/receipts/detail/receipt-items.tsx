import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import { getReceiptItemsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { type ItemResult, itemResults } from '@determined/contract/training/receipt-facts.ts';
import { Link } from '@tanstack/react-router';
import { Check, Clock, ListFilter, Minus, TriangleAlert } from 'lucide-react';
import { useCallQuery } from '#platform/api/call.ts';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { type Receipt, resultWords } from '#platform/receipts/receipt-words.ts';
import { useChangeSearch } from '#platform/routing/use-change-search.ts';
import { nounOf, worded } from '#platform/switches/thing-words.ts';
import { NameSearch } from '#platform/table/name-search.tsx';
import { QueryTable } from '#platform/table/query-table.tsx';
import { type TableDefinition, type TableSearch, tablePart } from '#platform/table/table-state.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { manyOf } from '#ui/format/words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { NumberCell, TextCell } from '#ui/table/cells.tsx';
import { CompactRow } from '#ui/table/compact-row.tsx';
import { type GridColumn, idWidth } from '#ui/table/grid-column.ts';
import { ExperimentLink } from '../../shared/experiment-link.tsx';
import styles from './receipt-page.module.css';

type Item = ExtReplyOf<typeof getReceiptItemsRoute>['items'][number];

interface ItemsSearch extends TableSearch {
  result?: ItemResult;
  find?: string;
}

const itemTable: TableDefinition = {
  sorts: [],
  // The receipt's own: by result, the newest first.
  defaultSort: { columnId: '', direction: 'asc' },
  pageSizes: [40, 80, 20],
};

const icons = { done: Check, failed: TriangleAlert, waiting: Clock, nothing: Minus, refused: Minus };

/** What came of each. */
export function ReceiptItems({ receipt, search }: { receipt: Receipt; search: ItemsSearch }) {
  const { offset, pageSize } = tablePart(itemTable, search);
  const change = useChangeSearch<ItemsSearch>();
  const { result, find } = search;
  const query = useCallQuery(
    getReceiptItemsRoute,
    { params: { receiptId: receipt.id }, query: { offset, limit: pageSize, result, text: find } },
    { keep: true },
  );
  const words = resultWords(receipt.act);
  const present = itemResults.filter((one) => receipt.results[one] > 0);
  return (
    <section className={styles.items} aria-label="Results">
      <Tools name="Results">
        <Segmented
          name="Result"
          options={[
            { value: 'all', label: `All ${formatCount(receipt.total)}` },
            ...present.map((value) => ({ value, label: `${words[value]} ${formatCount(receipt.results[value])}` })),
          ]}
          value={result ?? 'all'}
          onChange={(next) => change({ result: next === 'all' ? undefined : (next as ItemResult), page: undefined })}
        />
        <ToolsEnd>
          <NameSearch
            label={receipt.kind === 'run' ? 'Find a run' : worded`Find an experiment`}
            placeholder={receipt.kind === 'run' ? 'Find a run' : worded`Find an experiment`}
            value={find ?? ''}
            onChange={(text) => change({ find: text || undefined, page: undefined })}
          />
        </ToolsEnd>
      </Tools>
      <QueryTable
        label="Results"
        noun={manyOf(nounOf(receipt.kind))}
        definition={itemTable}
        search={search}
        query={query}
        rows={(reply) => reply.items}
        total={(reply) => reply.total}
        rowKey={(item) => item.id}
        columns={itemColumns(receipt, words, query.data?.items ?? [])}
        opens
        failed="Unable to fetch results."
        empty={<EmptyState icon={ListFilter} title="No results matching your filters" />}
        compact={(item) => (
          <CompactRow
            glyph={<Icon of={icons[item.result]} size={16} />}
            name={<Thing receipt={receipt} item={item} />}
            value={words[item.result]}
            about={[item.id, item.reason].filter(Boolean).join(' · ')}
            side={null}
          />
        )}
      />
    </section>
  );
}

function itemColumns(receipt: Receipt, words: Record<ItemResult, string>, items: readonly Item[]): GridColumn<Item>[] {
  const greatest = Math.max(0, ...items.map(({ id }) => id));
  return [
    {
      id: 'result',
      header: 'Result',
      width: 140,
      cell: ({ result }) => (
        <span
          className={`${styles.result} ${result === 'failed' ? styles.failed : result === 'done' ? styles.done : ''}`}
        >
          <Icon of={icons[result]} size={14} />
          {words[result]}
        </span>
      ),
    },
    {
      id: 'id',
      header: 'ID',
      width: idWidth(60, greatest),
      align: 'end',
      cell: ({ id }) => <NumberCell value={id} format={String} />,
    },
    {
      id: 'name',
      header: receipt.kind === 'run' ? 'Search Name' : 'Name',
      width: 200,
      grow: true,
      cell: (item) => <Thing receipt={receipt} item={item} />,
    },
    {
      id: 'state',
      header: 'State before',
      width: 140,
      cell: ({ state }) => (state === '' ? null : <StateLabel state={state} />),
    },
    { id: 'reason', header: 'What happened', width: 260, cell: (item) => <TextCell text={happened(receipt, item)} /> },
  ];
}

/** Of what was done: whether it can be taken back. */
function happened({ undoneBy, undoUntil, act }: Receipt, { result, reason }: Item): string {
  if (result !== 'done') return reason;
  if (undoneBy) return 'taken back';
  const open = undoUntil !== null && new Date(undoUntil).getTime() > Date.now();
  return open && act === 'delete' ? 'hidden; can be undone' : open ? 'can be undone' : reason;
}

/** What is not there any more has no page. */
function Thing({ receipt, item }: { receipt: Receipt; item: Item }) {
  if (item.name === '') return <span className="muted">{`${nounOf(receipt.kind)} ${item.id}`}</span>;
  if (receipt.kind === 'run') {
    return (
      <Link to="/trials/$trialId/{-$tab}" params={{ trialId: String(item.id), tab: undefined }} tabIndex={-1}>
        {item.name}
      </Link>
    );
  }
  return (
    <ExperimentLink id={item.id} inGrid>
      {item.name}
    </ExperimentLink>
  );
}
