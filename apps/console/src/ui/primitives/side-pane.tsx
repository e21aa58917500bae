import { type KeyboardEvent, type PointerEvent, type ReactNode, useState } from 'react';
import styles from './side-pane.module.css';

const least = 320;
const most = 1200;
const step = 16;

interface SidePaneProps {
  name: string;
  width: number;
  /** Once the edge is let go of. */
  onWidth: (width: number) => void;
  /** Beside something of a width of its own: it has the rest, and no edge to move. */
  fills?: boolean;
  children: ReactNode;
}

/** To the right of what fills the rest; its edge is dragged, or moved by arrows. On phones it is all there is. */
export function SidePane({ name, width, onWidth, fills = false, children }: SidePaneProps) {
  const [dragged, setDragged] = useState<number>();
  const shown = dragged ?? width;
  const within = (wanted: number) => Math.round(Math.min(most, Math.max(least, wanted)));

  function onPointerMove(event: PointerEvent<HTMLElement>) {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const pane = event.currentTarget.parentElement?.getBoundingClientRect();
    if (pane) setDragged(within(pane.right - event.clientX));
  }

  function onKeyDown(event: KeyboardEvent) {
    const by = { ArrowLeft: step, ArrowRight: -step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onWidth(within(width + by));
  }

  return (
    <aside className={styles.pane} aria-label={name} data-fills={fills} style={fills ? undefined : { width: shown }}>
      {/* biome-ignore lint/a11y/useSemanticElements: a rule cannot be moved */}
      <div
        className={styles.edge}
        hidden={fills}
        role="separator"
        aria-label={`Width of ${name}`}
        aria-orientation="vertical"
        aria-valuenow={shown}
        aria-valuemin={least}
        aria-valuemax={most}
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          if (dragged !== undefined) onWidth(dragged);
          setDragged(undefined);
        }}
      />
      {children}
    </aside>
  );
}
