import { CatchBoundary, isNotFound, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { NotFoundPage } from '../not-found-page.tsx';

/**
 * Shows the not-found page where a page says that its thing is not there, until another address is gone to. The router's own
 * `CatchNotFound` asks again whenever it looks at the address, so that a link within the page would take the page away.
 */
export function CatchMissing({ children }: { children: ReactNode }) {
  // Where one has come to: on the way there the page that missed its thing stands behind it still, and would only say so again.
  const address = useRouterState({
    select: ({ resolvedLocation, location }) => {
      const { pathname, searchStr } = resolvedLocation ?? location;
      return pathname + searchStr;
    },
  });
  return (
    <CatchBoundary getResetKey={() => address} errorComponent={Missing}>
      {children}
    </CatchBoundary>
  );
}

function Missing({ error }: { error: unknown }) {
  if (!isNotFound(error)) throw error;
  return <NotFoundPage />;
}
