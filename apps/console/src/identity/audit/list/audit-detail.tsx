import { CopyButton } from '#platform/copy-text.tsx';
import { formatTimestamp } from '#ui/format/times.ts';
import { useFocusBack } from '#ui/primitives/dialog-opener.ts';
import { Drawer } from '#ui/primitives/overlays.ts';
import styles from './audit-page.module.css';
import type { AuditEntry } from './audit-query.ts';
import { actionWords, changesOf, whichWords, whoWords } from './audit-words.ts';

/** One entry, whole. */
export function AuditDetail({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  useFocusBack();
  const changes = changesOf(entry);
  const title = `${whoWords(entry)} ${actionWords[entry.action]} ${whichWords(entry)}`.trim();
  return (
    <Drawer opened onClose={onClose} title={title} classNames={{ body: styles.detail }}>
      <dl className={styles.facts}>
        <dt>When</dt>
        <dd>{formatTimestamp(entry.at)}</dd>
        <dt>Who</dt>
        <dd>{whoWords(entry)}</dd>
        <dt>From</dt>
        <dd>{entry.address || '—'}</dd>
        <dt>Request</dt>
        <dd className={styles.line}>
          <span className="mono">{entry.requestId || '—'}</span>
          {entry.requestId ? <CopyButton text={entry.requestId} what="request ID" /> : null}
        </dd>
      </dl>
      {changes.length > 0 ? (
        <>
          <h3>
            What changed <span className="muted">secrets are never kept here</span>
          </h3>
          <ul className={styles.changes} aria-label="What changed">
            {changes.flatMap(({ field, before, after }) => [
              before === undefined ? null : (
                <li key={`-${field}`} className={styles.before}>{`- ${field}: ${before}`}</li>
              ),
              after === undefined ? null : <li key={`+${field}`} className={styles.after}>{`+ ${field}: ${after}`}</li>,
            ])}
          </ul>
        </>
      ) : null}
    </Drawer>
  );
}
