import { useEffect, useState } from 'react';

/** The time, which goes on by itself (every second) while `ticking` and the page is in sight. */
export function useNow(ticking: boolean, everyMs = 1_000): number {
  const [now, setNow] = useState(() => Date.now());
  // The clock is outside React.
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, everyMs);
    return () => clearInterval(timer);
  }, [ticking, everyMs]);
  return now;
}
