import { useMediaQuery } from '@mantine/hooks';
import { mobileQuery } from './mobile.ts';

/** Whether the mobile layout applies, right from the first render. */
export function useIsMobile(): boolean {
  return useMediaQuery(mobileQuery, window.matchMedia(mobileQuery).matches) ?? false;
}
