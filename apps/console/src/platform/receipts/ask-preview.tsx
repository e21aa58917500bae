import { previewReceiptRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { useState } from 'react';
import type { AskProps, Subject } from '#platform/actions/action.ts';
import { showAtOnce } from '#platform/actions/show-at-once.ts';
import { call } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { PreviewDialog } from './preview-dialog.tsx';

/** The preview of an action on what is chosen in a table. */
export function AskPreview<S extends Subject>({ action, subjects, onClose }: AskProps<S>) {
  // Those that were chosen when it was asked for.
  const [{ kind, shown, leaves, bulk, receipt, failed }] = useState(action);
  const [ids] = useState(() => bulk?.inSight ?? new Set(subjects.map(({ id }) => id)));
  return (
    <PreviewDialog
      failed={failed}
      load={() => {
        const { projectId = null, selection = { ids: [] } } = bulk?.chosen ?? {};
        const { kind: of = 'experiment', act = 'archive', given = {} } = receipt ?? {};
        return call(previewReceiptRoute, { body: { kind: of, act, given, projectId, selection } });
      }}
      // Rows show at once what comes of them; those that it fails for come back.
      begin={() => {
        if (!shown && !leaves) return undefined;
        return showAtOnce(queryClient, {
          entity: kind.entity,
          mark: kind.mark,
          ids,
          fields: shown ?? {},
          leave: leaves,
        });
      }}
      onExecuted={() => {
        bulk?.onDone();
        onClose();
      }}
      onClose={onClose}
    />
  );
}
