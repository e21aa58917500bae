import { useEffect, useState } from 'react';

/** Calls back behind the next frame, not in it: what comes of it is not one task with the drawing. Never in a page that is hidden. */
export function behindFrame(callback: () => void): void {
  requestAnimationFrame(() => setTimeout(callback));
}

/** Counts up to the last, one a frame: parts of a page that cost much come one after the other. */
export function useStage(last: number): number {
  const [stage, setStage] = useState(0);
  // What follows waits for the browser to draw.
  useEffect(() => {
    if (stage < last) behindFrame(() => setStage(stage + 1));
  }, [stage, last]);
  return stage;
}
