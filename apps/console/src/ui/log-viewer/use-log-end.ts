import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { LogStore } from './log-store.ts';

const TAIL_MS = 1_000;

/** Reads the end at once, then as hints and time tell while the log may grow or has not been read. */
export function useLogEnd(store: LogStore, again: boolean, hint: number | undefined) {
  // Reads that are on their way end with the viewer.
  useEffect(() => store.open(), [store]);
  const tail = useEffectEvent(() => store.tail());
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new hint is what makes it read
  useEffect(() => {
    void tail();
    if (!again) return;
    const timer = setInterval(() => {
      if (!document.hidden) void tail();
    }, TAIL_MS);
    return () => clearInterval(timer);
  }, [again, hint]);
}

/** Tells of text that is being selected in a part of the page. The selection belongs to the document. */
export function useSelecting(part: RefObject<HTMLElement | null>, tell: () => void) {
  const onSelect = useEffectEvent(() => {
    const selection = document.getSelection();
    if (selection && !selection.isCollapsed && part.current?.contains(selection.anchorNode)) tell();
  });
  useEffect(() => {
    const listener = () => onSelect();
    document.addEventListener('selectionchange', listener);
    return () => document.removeEventListener('selectionchange', listener);
  }, []);
}
