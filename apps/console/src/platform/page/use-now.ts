import { type ReactNode, useEffect, useState } from 'react';
import { useServerAway } from '#platform/api/reach.ts';

/**
 * The time, which goes on by itself (every second) while `ticking`, the page is in sight and the server answers: while it is
 * away, nobody knows whether what was running still is.
 */
export function useNow(ticking: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  const away = useServerAway();
  // The clock is outside React.
  useEffect(() => {
    if (!ticking || away) return;
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, [ticking, away, everyMs]);
  return now;
}

/** What changes with the time is drawn by itself: the rest of its page is not drawn anew each second. */
export function AtNow({ ticking, children }: { ticking: boolean; children: (now: number) => ReactNode }) {
  return children(useNow(ticking));
}
