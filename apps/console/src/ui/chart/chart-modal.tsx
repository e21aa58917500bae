import { ChevronLeft, ChevronRight } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Modal } from '#ui/primitives/overlays.ts';
import { Button } from '../primitives/button.tsx';
import { useFocusBack } from '../primitives/dialog-opener.ts';
import { Icon } from '../primitives/icon.tsx';
import { useIsMobile } from '../theme/use-is-mobile.ts';
import styles from './chart-modal.module.css';

interface ChartModalProps {
  title: string;
  onClose: () => void;
  /** Among others: its place from 0, how many there are, and the way to the chart so many places on. */
  among?: { place: number; count: number; onGo: (by: 1 | -1) => void };
  children: ReactNode;
}

/** One chart for itself, and the way to those beside it. */
export function ChartModal({ title, onClose, among, children }: ChartModalProps) {
  useFocusBack();
  const mobile = useIsMobile();
  // A chart that has the focus takes the arrows for its points.
  const onKeyDown = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined;
    if (by === undefined || event.defaultPrevented || !among) return;
    event.preventDefault();
    among.onGo(by);
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="calc(100vw - 128px)"
      yOffset={48}
      fullScreen={mobile}
      onKeyDown={onKeyDown}
      aria-keyshortcuts={among && 'ArrowLeft ArrowRight'}
    >
      {children}
      <footer className={styles.foot}>
        <span className={styles.place} role="status">
          {among && `${among.place + 1} of ${among.count}`}
        </span>
        {among && (
          <>
            <Button size="md" onClick={() => among.onGo(-1)}>
              <Icon of={ChevronLeft} size={14} /> Previous
            </Button>
            <Button size="md" onClick={() => among.onGo(1)}>
              Next <Icon of={ChevronRight} size={14} />
            </Button>
          </>
        )}
        <Button size="md" onClick={onClose} data-autofocus>
          Close
        </Button>
      </footer>
    </Modal>
  );
}
