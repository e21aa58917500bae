import { useEffect, useState } from 'react';

/** The time, which goes on by itself every second while `ticking` and the page is in sight. */
export function useNow(ticking: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  // The clock is outside React.
  useEffect(() => {
    if (!ticking) return;
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now());
    }, 1_000);
    return () => clearInterval(timer);
  }, [ticking]);
  return now;
}
