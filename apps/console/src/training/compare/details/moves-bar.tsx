import { leastToMove } from '@determined/contract/limits.ts';
import type { ComparedPath } from '@determined/contract/training/compare-ext-routes.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import type { Comparison } from '../shared/compared.ts';
import styles from './compare-details.module.css';

/** How much a path goes with the metric: a bar, dark above one half, its sign and two decimals; words where nothing can be said. */
export function MovesBar({ moves }: Pick<ComparedPath, 'moves' | 'values'>) {
  if (!moves) return <span className="muted">too few to say</span>;
  const { by, value, n } = moves;
  const share = Math.min(1, Math.abs(value));
  const text = `${value < 0 ? '−' : ''}${share.toFixed(2)}`;
  return (
    <span className={styles.moves} title={`${by === 'spearman' ? 'Spearman' : 'η²'}, n = ${formatCount(n)}`}>
      <span className={styles.bar} aria-hidden="true">
        <span data-strong={share > 0.5 || undefined} style={{ width: `${share * 100}%` }} />
      </span>
      <span>{text}</span>
    </span>
  );
}

/** What the column says, over which runs. */
export function movesNote({ metric, view }: Pick<Comparison, 'metric' | 'view'>): string {
  if (!metric) return '';
  return `Moves with ${metric.name}: Spearman for numbers, η² for words, where n ≥ ${leastToMove}; over ${plural(view.runs, 'run')} of this view.`;
}
