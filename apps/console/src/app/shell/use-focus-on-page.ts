import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/**
 * After going to another page, focus goes to its heading, so that a screen reader says where one is and Tab goes on
 * from there. Tabs keep the focus they have.
 */
export function useFocusOnPage(): void {
  const router = useRouter();
  // The router's navigations are an outside system.
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged) return;
        if (document.activeElement?.closest('[data-keep-focus], [role="dialog"]')) return;
        const heading = document.querySelector<HTMLElement>('h1[tabindex], main h1, #main');
        if (heading && !heading.hasAttribute('tabindex')) heading.tabIndex = -1;
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
