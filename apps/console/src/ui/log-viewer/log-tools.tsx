import { CornerDownRight, FoldVertical, TriangleAlert, WrapText } from 'lucide-react';
import { memo } from 'react';
import { Button } from '../primitives/button.tsx';
import { Icon } from '../primitives/icon.tsx';
import { IconButton } from '../primitives/icon-button.tsx';
import styles from './log-viewer.module.css';

interface LogToolsProps {
  onFirstError: () => void;
  onGoTo: () => void;
  fold: boolean;
  onFold: (fold: boolean) => void;
  /** Why nothing is folded at the time. */
  unfolded: string | undefined;
  wrap: boolean;
  onWrap: (wrap: boolean) => void;
}

/** Where to go in a log, and how its lines are shown. */
export const LogTools = memo(function LogTools(props: LogToolsProps) {
  const { onFirstError, onGoTo, fold, onFold, unfolded, wrap, onWrap } = props;
  return (
    <>
      <Button variant="quiet" size="xs" aria-keyshortcuts="." onClick={onFirstError}>
        <Icon of={TriangleAlert} size={14} />
        <span className={styles.words}>First Error</span>
      </Button>
      <Button variant="quiet" size="xs" onClick={onGoTo}>
        <Icon of={CornerDownRight} size={14} />
        <span className={styles.words}>Go to</span>
      </Button>
      <IconButton
        icon={FoldVertical}
        name="Fold repeats and tracebacks"
        size="xs"
        aria-pressed={fold && !unfolded}
        disabledReason={unfolded}
        onClick={() => onFold(!fold)}
      />
      <IconButton icon={WrapText} name="Wrap lines" size="xs" aria-pressed={wrap} onClick={() => onWrap(!wrap)} />
    </>
  );
});
