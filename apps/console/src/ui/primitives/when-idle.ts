import { useEffect, useState } from 'react';

// Safari has no idle callbacks.
const shortly = 50;

/** Acts when nothing else is to be done, `after` so many milliseconds at the earliest; what it gives back calls that off. */
export function whenIdle(act: () => void, after = 0): () => void {
  if (!globalThis.requestIdleCallback) {
    const timer = setTimeout(act, Math.max(after, shortly));
    return () => clearTimeout(timer);
  }
  let idle: number | undefined;
  const timer = setTimeout(() => {
    idle = requestIdleCallback(act);
  }, after);
  return () => {
    clearTimeout(timer);
    if (idle !== undefined) cancelIdleCallback(idle);
  };
}

/** False at first, then, once nothing else is to be done, true: for what can wait until the rest of a page is drawn. */
export function useRested(): boolean {
  const [rested, setRested] = useState(false);
  // The browser's idle time is an outside matter.
  useEffect(() => whenIdle(() => setRested(true)), []);
  return rested;
}
