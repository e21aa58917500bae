import { type RefObject, useEffect, useEffectEvent } from 'react';
import type { LogStore } from './log-store.ts';

const TAIL_MS = 1_000;

/** Reads the end, and again as hints and time tell while the log may grow or has not been read. */
export function useLogEnd(store: LogStore, again: boolean, hear: ((tell: () => void) => () => void) | undefined) {
  // Reads that are on their way end with the viewer.
  useEffect(() => store.open(), [store]);
  const tail = useEffectEvent(() => store.tail());
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (again) timer = setTimeout(lookAgain, TAIL_MS);
    };
    const read = () => {
      void tail();
      wait();
    };
    const lookAgain = () => (document.hidden ? wait() : read());
    // Asking is another task than the drawing of the page.
    timer = setTimeout(read);
    const deaf = hear?.(read);
    return () => {
      clearTimeout(timer);
      deaf?.();
    };
  }, [again, hear]);
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
