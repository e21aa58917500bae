import { createRootRouteWithContext, createRoute, redirect } from '@tanstack/react-router';
import { isSignedOut } from '#platform/api/console-error.ts';
import { loadRights } from '#platform/session/may.ts';
import { endSession, loadCurrentUser } from '#platform/session/session.ts';

export const rootRoute = createRootRouteWithContext<object>()();

/**
 * Parent of every page that needs sign-in. The place one wanted to go is handed to the sign-in page as location state.
 * The shell draws it: app/router.ts gives it its component, as pages may not know the shell.
 */
export const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: async ({ location }) => {
    try {
      await Promise.all([loadCurrentUser(), loadRights()]);
    } catch (error) {
      if (!isSignedOut(error)) throw error;
      endSession();
      throw redirect({ to: '/login', state: { from: location.href }, replace: true });
    }
    // The page is drawn in another task than that of the key or link which led there: a slow machine would be kept from its reader by both.
    await new Promise((done) => setTimeout(done));
  },
});

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Where a signed-out visitor wanted to go: a console path. */
    from?: string;
  }
}
