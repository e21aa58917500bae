import { Check, CircleStop, LoaderCircle, TriangleAlert } from 'lucide-react';
import { outcomeTitle, type Receipt } from '#platform/receipts/receipt-words.ts';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './outcome-badge.module.css';

/** How it went, in the specification's words. */
export function OutcomeBadge({ receipt }: { receipt: Pick<Receipt, 'act' | 'state' | 'results'> }) {
  const { state, results } = receipt;
  if (state === 'previewed') return <Badge look="idle" icon={CircleStop} words="Preview" />;
  if (state === 'running') return <Badge look="run" icon={LoaderCircle} words="In progress" />;
  if (state === 'stopped') return <Badge look="idle" icon={CircleStop} words="Stopped" />;
  const words = outcomeTitle(receipt);
  if (results.failed === 0) return <Badge look="ok" icon={Check} words={words} />;
  return <Badge look={results.done > 0 ? 'warn' : 'err'} icon={TriangleAlert} words={words} />;
}

function Badge({
  look,
  icon,
  words,
}: {
  look: 'ok' | 'warn' | 'err' | 'run' | 'idle';
  icon: typeof Check;
  words: string;
}) {
  return (
    <span className={`${styles.badge} ${styles[look]}`}>
      <Icon of={icon} size={14} />
      {words}
    </span>
  );
}
