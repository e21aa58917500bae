import { X } from 'lucide-react';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import styles from './compare-hyperparameters.module.css';

interface BrushListProps {
  brushes: readonly { name: string; words: string }[];
  /** "keep 17 of 38". */
  kept: string;
  onClear: (name: string) => void;
}

/** What all brushes keep, in words; each can be taken away. */
export function BrushList({ brushes, kept, onClear }: BrushListProps) {
  return (
    <div className={styles.brushes}>
      <ul aria-label="Brushes">
        {brushes.map(({ name, words }, at) => (
          <li key={name}>
            {at > 0 ? 'and' : null}
            <span className={styles.brush}>
              {words}
              <IconButton size="xs" icon={X} name={`Clear ${words}`} onClick={() => onClear(name)} />
            </span>
          </li>
        ))}
      </ul>
      <span>{kept}</span>
    </div>
  );
}
