import { ArrowUp } from 'lucide-react';
import { type MouseEvent, useRef } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './new-rows.module.css';
import type { RowsInPlace } from './use-rows-in-place.ts';

interface NewRowsProps extends Pick<RowsInPlace<never>, 'arrived' | 'reordered'> {
  /** Shows them, wherever they are. */
  onShow: () => void;
}

/** What the rows in sight wait for. It lies on the head: a strip between it and the rows would move these. */
export function NewRows({ arrived, reordered, onShow }: NewRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const show = (event: MouseEvent<HTMLElement>) => {
    // It is about to go: nobody would be told that the focus has left.
    event.currentTarget.blur();
    flushSync(onShow);
    const table = box.current?.parentElement;
    const rows = table?.querySelector('[role="grid"], ul')?.closest('[role="grid"], div');
    rows?.scrollTo({ top: 0 });
    // Who pressed it by key goes on from there.
    if (event.detail === 0) table?.querySelector<HTMLElement>('[data-r="0"] [data-c]')?.focus();
  };
  return (
    <div ref={box} role="status" className={styles.strip}>
      {arrived > 0 || reordered ? (
        <Button size="xs" onClick={show}>
          <Icon of={ArrowUp} size={14} /> {arrived > 0 ? `${formatCount(arrived)} new` : 'Refresh order'}
        </Button>
      ) : null}
    </div>
  );
}
