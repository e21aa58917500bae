import { nounOf } from '#platform/switches/thing-words.ts';
import { plural } from '#ui/format/words.ts';
import { Button } from '#ui/primitives/button.tsx';
import type { Compared, Comparison } from '../shared/compared.ts';
import styles from './compare-hyperparameters.module.css';
import { lackingRecords, lackingWords } from './lacking.ts';

interface LackingRecordsProps {
  of: Compared;
  comparison: Comparison;
  /** Hyperparameters that are looked at. */
  names: readonly string[];
  drawn: number;
  onLeaveOut: (names: readonly string[]) => void;
}

/** What is lacking most is told, with the way out; more would hide the charts. */
const mostTold = 3;

/** Says above the charts which records are not in them, and offers to do without what these lack. */
export function LackingRecords({ of, comparison, names, drawn, onLeaveOut }: LackingRecordsProps) {
  const lacking = lackingRecords(comparison, names);
  if (lacking.length === 0) return null;
  const hyperparameters = lacking.flatMap((one) => (one.of === 'hyperparameter' ? [one.name] : []));
  // One of them has to be left to be drawn.
  const all = hyperparameters.length > 1 && hyperparameters.length < names.length;
  const others = lacking.length - mostTold;
  return (
    <div role="note" aria-label="Not drawn" className={styles.lacking}>
      <b>
        {drawn} of {plural(comparison.records.length, nounOf(of))} drawn.
      </b>
      {lacking.slice(0, mostTold).map((one) => (
        <span key={`${one.of} ${one.name}`}>
          {lackingWords(one)}{' '}
          {one.of === 'hyperparameter' && names.length > 1 ? (
            <Button size="xs" onClick={() => onLeaveOut([one.name])}>
              Leave out {one.name}
            </Button>
          ) : null}
        </span>
      ))}
      {others > 0 ? <span>So it is with {others} more.</span> : null}
      {all ? (
        <Button size="xs" onClick={() => onLeaveOut(hyperparameters)}>
          Leave out all {hyperparameters.length}
        </Button>
      ) : null}
    </div>
  );
}
