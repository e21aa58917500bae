import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import type { ShownAtOnce } from '#platform/actions/show-at-once.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { nounOf } from '#platform/switches/thing-words.ts';
import { toast } from '#platform/toasts.tsx';
import { formatTimestamp } from '#ui/format/times.ts';
import { manyOf } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Modal } from '#ui/primitives/overlays.ts';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import styles from './preview-dialog.module.css';
import { ActingPart, LeftAlonePart } from './preview-parts.tsx';
import { actWords, previewTitle, type Receipt } from './receipt-words.ts';
import { executeAndTrack } from './track-receipt.ts';

interface PreviewDialogProps {
  /** Asks for the preview: what it says holds until it is executed. */
  load: () => Promise<Receipt>;
  /** The specification's words when it fails. */
  failed: string;
  /** Shows what is going to be, and gives the way back. */
  begin?: () => ShownAtOnce | undefined;
  onExecuted: () => void;
  onClose: () => void;
}

/** Who is hit, who is left alone and why, before anything is done. */
export function PreviewDialog({ load, failed, begin, onExecuted, onClose }: PreviewDialogProps) {
  useFocusBack();
  const asked = useId();
  const router = useRouter();
  const preview = useQuery({
    queryKey: ['receipt preview', asked],
    queryFn: async () => {
      const receipt = await load();
      if (receipt.results.waiting === 0) {
        onClose();
        toast.warn(
          receipt.act === 'move' ? 'No eligible items' : `No eligible ${manyOf(nounOf(receipt.kind))}`,
          receipt.reasons[0]?.reason,
        );
      }
      return receipt;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  const receipt = preview.data;
  const execute = useMutation({
    mutationFn: async (id: string) => {
      const atOnce = begin?.();
      await executeAndTrack(id, (href) => router.history.push(href)).catch((error: unknown) => {
        atOnce?.takeBack();
        throw error;
      });
      atOnce?.settle();
    },
    onSuccess: onExecuted,
  });
  const error = preview.error ?? execute.error;
  return (
    <Modal opened onClose={onClose} title={receipt ? previewTitle(receipt) : 'What it would do'} size={680}>
      {receipt ? (
        <Preview receipt={receipt} />
      ) : error ? null : (
        <SkeletonRows words="Looking at what is chosen…" widths={[48, 100, 300, 80]} count={6} />
      )}
      {error ? (
        <p role="alert" className={styles.problem}>
          <Icon of={TriangleAlert} size={14} />
          <span>
            {failed}: {messageOf(error)}
          </span>
        </p>
      ) : null}
      <footer className={styles.foot}>
        {receipt ? <UndoNote receipt={receipt} /> : null}
        <Button size="md" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        {receipt ? (
          <Button
            size="md"
            variant={actWords[receipt.act].danger ? 'danger' : 'primary'}
            working={execute.isPending}
            onClick={() => execute.mutate(receipt.id)}
          >
            {actWords[receipt.act].label} {receipt.results.waiting}
          </Button>
        ) : null}
      </footer>
    </Modal>
  );
}

function Preview({ receipt }: { receipt: Receipt }) {
  const { results, previewedAt, by, destination } = receipt;
  const { danger } = actWords[receipt.act];
  return (
    <>
      <p className={styles.about}>
        Chosen at {formatTimestamp(previewedAt).slice(-8)} and frozen.
        {by === 'filter' ? ' What matches the filter since is not touched.' : null}
        {destination ? ` They go to ${destination.workspace} / ${destination.name}.` : null}
      </p>
      <div className={styles.bar} aria-hidden="true">
        <span className={danger ? styles.breaks : styles.acts} style={{ flexGrow: results.waiting }} />
        <span className={styles.nothing} style={{ flexGrow: results.nothing }} hidden={results.nothing === 0} />
        <span className={styles.refused} style={{ flexGrow: results.refused }} hidden={results.refused === 0} />
      </div>
      <ActingPart receipt={receipt} />
      <LeftAlonePart receipt={receipt} result="nothing" words="nothing to do" about="" />
      <LeftAlonePart receipt={receipt} result="refused" words="refused" about="stay as they are" />
    </>
  );
}

function UndoNote({ receipt: { act, undoHours } }: { receipt: Receipt }) {
  if (undoHours === 0) return <span className={styles.note}>This cannot be undone.</span>;
  const until = formatTimestamp(new Date(Date.now() + undoHours * 3_600_000).toISOString()).slice(0, 17);
  return (
    <span className={styles.note}>
      <span className={styles.until}>Undo until {until}.</span> {act === 'delete' ? 'Then the files go.' : null}
    </span>
  );
}
