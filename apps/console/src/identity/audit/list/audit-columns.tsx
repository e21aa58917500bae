import { Lock } from 'lucide-react';
import { formatTimestamp } from '#ui/format/times.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { Avatar } from '#ui/primitives/monogram.tsx';
import type { GridColumn } from '#ui/table/grid-column.ts';
import styles from './audit-page.module.css';
import type { AuditEntry } from './audit-query.ts';
import { actionWords, changesOf, isRefused, whichWords, whoWords } from './audit-words.ts';

export function auditColumns(onOpen: (entry: AuditEntry) => void): GridColumn<AuditEntry>[] {
  return [
    {
      id: 'at',
      header: 'Time',
      width: 172,
      cell: (entry) => (
        <button type="button" data-row-link tabIndex={-1} className={styles.opens} onClick={() => onOpen(entry)}>
          <time dateTime={entry.at}>{formatTimestamp(entry.at)}</time>
        </button>
      ),
    },
    {
      id: 'who',
      header: 'Who',
      width: 180,
      cell: (entry) => (
        <span className={styles.line}>
          {entry.user ? <Avatar name={entry.user.username} /> : null}
          <span>{whoWords(entry)}</span>
        </span>
      ),
    },
    { id: 'what', header: 'What', width: 160, cell: (entry) => <WhatCell entry={entry} /> },
    {
      id: 'which',
      header: 'Which',
      width: 240,
      cell: (entry) => (
        <span className={styles.which} title={whichWords(entry)}>
          {whichWords(entry)}
        </span>
      ),
    },
    { id: 'how', header: 'How', width: 260, grow: true, cell: (entry) => howWords(entry) },
  ];
}

/** Refused ones in red, with a lock. */
export function WhatCell({ entry }: { entry: AuditEntry }) {
  if (!isRefused(entry)) return <span>{actionWords[entry.action]}</span>;
  return (
    <span className={styles.refused}>
      <Icon of={Lock} size={12} /> {actionWords[entry.action]}
    </span>
  );
}

/** Names of the fields that changed; where all are new or none did, whence it came. */
function howWords(entry: AuditEntry): string {
  const fields = entry.action === 'create' ? [] : changesOf(entry).map(({ field }) => field.replaceAll('_', ' '));
  return fields.length > 0 ? fields.join(', ') : entry.address && `from ${entry.address}`;
}
