import { followReceiptRoute, getReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { RotateCw, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { call, useCallQuery } from '#platform/api/call.ts';
import { Page } from '#platform/page/page.tsx';
import { QueryState, throwIfHidden } from '#platform/page/query-state.tsx';
import { actWords, countOf, type Receipt } from '#platform/receipts/receipt-words.ts';
import { useCurrentUser } from '#platform/session/session.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { experimentCrumbs } from '../../shared/experiment-crumbs.tsx';
import { ReceiptHead } from './receipt-head.tsx';
import { ReceiptItems } from './receipt-items.tsx';
import styles from './receipt-page.module.css';
import { ReceiptSide } from './receipt-side.tsx';

const PreviewDialog = laterForm(async () => (await import('#platform/receipts/preview-dialog.tsx')).PreviewDialog);

const route = getRouteApi('/signed-in/receipts/$receiptId');
/** While it is being carried out. */
const RUNNING_POLL = 1_000;
type By = 'undo' | 'retry';

/** What an act on many things did to each, and the way back. */
export function ReceiptPage() {
  const { receiptId } = route.useParams();
  const search = route.useSearch();
  const request = { params: { receiptId } };
  const known = useCallQuery(getReceiptRoute, request);
  const running = known.data?.state === 'running';
  const query = useCallQuery(getReceiptRoute, request, running ? { poll: RUNNING_POLL, steady: true } : {});
  throwIfHidden(query.error);
  const receipt = query.data;
  const [by, setBy] = useState<By>();
  const navigate = useNavigate();
  return (
    <Page
      object
      title={receipt ? titleOf(receipt) : 'Receipt'}
      name={`Receipt ${receiptId.slice(0, 6)}`}
      crumbs={receipt ? crumbsOf(receipt) : []}
      actions={receipt ? <Ways receipt={receipt} onAsk={setBy} /> : null}
    >
      <QueryState
        query={query}
        failed="Unable to fetch this receipt."
        loading={<SkeletonRows words="Loading the receipt…" widths={[90, 60, 240, 120]} />}
      >
        {(receipt) => (
          <>
            <ReceiptHead receipt={receipt} title={titleOf(receipt)} />
            <div className={styles.columns}>
              <ReceiptItems receipt={receipt} search={search} />
              <ReceiptSide receipt={receipt} />
            </div>
          </>
        )}
      </QueryState>
      {by ? (
        <PreviewDialog
          failed={by === 'undo' ? 'Unable to take it back' : 'Unable to try again'}
          load={() => call(followReceiptRoute, { ...request, body: { by } })}
          onExecuted={() => {
            setBy(undefined);
            void navigate({ to: '/receipts', search: {} });
          }}
          onClose={() => setBy(undefined)}
        />
      ) : null}
    </Page>
  );
}

const titleOf = (receipt: Receipt) => `${actWords[receipt.act].label}, ${countOf(receipt, receipt.total)}`;

function crumbsOf({ project }: Receipt) {
  const all = { key: 'receipts', link: <Link to="/receipts">Receipts</Link> };
  if (!project) return [all];
  const { id, name, workspaceId, workspace } = project;
  return [...experimentCrumbs({ workspaceId, workspaceName: workspace, projectId: id, projectName: name }), all];
}

function Ways({ receipt, onAsk }: { receipt: Receipt; onAsk: (by: By) => void }) {
  const me = useCurrentUser();
  const { state, results, undoneBy } = receipt;
  const others = receipt.user.id === me.id ? undefined : `only ${receipt.user.username} can`;
  const goesOn = state === 'running' ? 'it is not at its end yet' : undefined;
  const left = results.failed + (state === 'stopped' ? results.waiting : 0);
  return (
    <>
      {left > 0 ? (
        <Button disabledReason={others ?? goesOn} onClick={() => onAsk('retry')}>
          <Icon of={RotateCw} size={14} />
          Retry {formatCount(left)}
        </Button>
      ) : null}
      {results.done > 0 && receipt.undoHours > 0 ? (
        <Button
          disabledReason={others ?? goesOn ?? (undoneBy ? 'it was taken back' : ended(receipt))}
          onClick={() => onAsk('undo')}
        >
          <Icon of={Undo2} size={14} />
          Undo {formatCount(results.done)}
        </Button>
      ) : null}
    </>
  );
}

function ended({ undoUntil }: Receipt): string | undefined {
  if (undoUntil === null || new Date(undoUntil).getTime() > Date.now()) return undefined;
  return `undo ended ${undoUntil.slice(0, 10)}`;
}
