import { TriangleAlert, X } from 'lucide-react';
import { setLeftAlone } from '#platform/receipts/left-alone.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import type { TableKind, TableRow } from '../table-kind.ts';
import styles from './left.module.css';
import type { LeftRows } from './use-left-rows.ts';

interface LeftStripProps {
  kind: Pick<TableKind, 'noun' | 'nouns'>;
  left: LeftRows;
  rows: readonly TableRow[];
}

/** How many the last act left as they were; of the row that the pointer or the focus is on, why. */
export function LeftStrip({ kind, left: { alone, at }, rows }: LeftStripProps) {
  if (!alone) return null;
  const row = rows.find(({ id }) => id === at);
  const reason = row && alone.reasons.get(row.id);
  return (
    <section className={styles.strip} aria-label={`Left as they were: ${alone.label}`}>
      <Icon of={TriangleAlert} size={14} />
      <span>
        {alone.label}: {formatCount(alone.count)} {alone.count === 1 ? kind.noun : kind.nouns} left as{' '}
        {alone.count === 1 ? 'it was' : 'they were'}.
      </span>
      <span role="status" className={styles.reason}>
        {row && reason ? `${row.name} (${row.id}): ${reason}` : null}
      </span>
      <IconButton size="xs" icon={X} name="Dismiss" onClick={() => setLeftAlone(undefined)} />
    </section>
  );
}
