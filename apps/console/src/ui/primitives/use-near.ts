import { type RefCallback, useCallback, useState } from 'react';

const aScreen = { rootMargin: '100% 0px', scrollMargin: '100% 0px' };

/**
 * Which places of a list are within a screen of what is seen, whatever scrolls: the others need not be drawn. Elements with
 * `data-place` take the ref. Until the browser has told, the first `atFirst` are.
 */
export function useNear(atFirst: number): [ReadonlySet<number>, RefCallback<HTMLElement>] {
  const [near, setNear] = useState<ReadonlySet<number>>(() => new Set(Array.from({ length: atFirst }, (_, i) => i)));
  const [observer] = useState(
    () =>
      new IntersectionObserver((entries) => {
        setNear((old) => {
          const next = new Set(old);
          for (const { target, isIntersecting } of entries) {
            // Only such elements are observed.
            const place = Number((target as HTMLElement).dataset.place);
            if (isIntersecting) next.add(place);
            else next.delete(place);
          }
          return next;
        });
      }, aScreen),
  );
  const observed = useCallback(
    (element: HTMLElement | null) => {
      if (!element) return;
      observer.observe(element);
      return () => observer.unobserve(element);
    },
    [observer],
  );
  return [near, observed];
}
