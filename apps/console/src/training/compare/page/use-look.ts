import { useDebouncedValue } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { type ChangeLook, type CompareLook, lookOf, lookSearch } from '../shared/compare-look.ts';
import { useAsked } from '../shared/use-asked.ts';

/** Browsers let an address change only so often: it follows what is dragged once that rests, in ms. */
const rest = 200;

/** How the page is looked at, which its address says. */
export function useLook(said: object | undefined): [CompareLook, ChangeLook] {
  const navigate = useNavigate({ from: '/experiment-compare' });
  const stands = useMemo(() => lookOf(said), [said]);
  const [look, ask] = useAsked(stands);
  const [rested] = useDebouncedValue(look, rest);
  useEffect(() => {
    if (rested === look && look !== stands)
      void navigate({ search: (before) => ({ ...before, look: lookSearch(look) }), replace: true });
  }, [rested, look, stands, navigate]);
  return [look, (change) => ask({ ...look, ...change })];
}
