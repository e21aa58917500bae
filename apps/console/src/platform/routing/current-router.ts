import type { AnyRouter } from '@tanstack/react-router';

let current: AnyRouter | undefined;

/** The console's router, for what follows where its reader goes from below the pages; app/router.ts makes it. */
export function currentRouter(): AnyRouter {
  if (!current) throw new Error('Router called before instantiation');
  return current;
}

export function setCurrentRouter(router: AnyRouter): void {
  current = router;
}
