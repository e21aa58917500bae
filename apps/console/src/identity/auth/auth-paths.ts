import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isSignedOut } from '#platform/api/console-error.ts';
import { rootRoute } from '#platform/routing/root-routes.ts';
import { flag, optional, text } from '#platform/routing/search-params.ts';
import { beginSession, endSession, hasSessionMarker, loadCurrentUser } from '#platform/session/session.ts';
import { takeLanding } from './sign-in/landing.ts';
import { redeemSignInLink } from './sign-in/sign-in-link.ts';

/** A one-time link carries its secret in the fragment: it reaches no log, and leaves the address at once. */
async function signInByLink(fragment: string): Promise<boolean> {
  const accepted = await redeemSignInLink(fragment);
  if (accepted) beginSession();
  return accepted;
}

/** Whether somebody is signed in already. Only asked where a session was begun: else the answer is known. */
async function hasSession(hardLogout: true | undefined): Promise<boolean> {
  if (hardLogout || !hasSessionMarker()) return false;
  try {
    await loadCurrentUser();
    return true;
  } catch (error) {
    // A server that does not answer has not ended the session.
    if (!isSignedOut(error)) throw error;
    endSession();
    return false;
  }
}

export const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      redirect: text(raw, 'redirect'),
      cli: flag(raw, 'cli'),
      hard_logout: flag(raw, 'hard_logout'),
      remote_expired: flag(raw, 'remote_expired'),
      /** Random; makes the address new for caches and proxies after a sign-out. */
      r: text(raw, 'r'),
    }),
  beforeLoad: async ({ location, search }) => {
    const signedIn = location.hash ? await signInByLink(location.hash) : await hasSession(search.hard_logout);
    if (signedIn) {
      const { href } = takeLanding(search.redirect, location.state.from);
      throw redirect({ href, replace: true });
    }
    if (location.hash) throw redirect({ to: '/login', search, state: { linkRefused: true }, replace: true });
  },
  component: lazyRouteComponent(() => import('./sign-in/sign-in-page.tsx'), 'SignInPage'),
});

export const logoutRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/logout',
  validateSearch: (raw: Record<string, unknown>) =>
    optional({
      hard_logout: flag(raw, 'hard_logout'),
      remote_expired: flag(raw, 'remote_expired'),
    }),
  component: lazyRouteComponent(() => import('./sign-out/sign-out-page.tsx'), 'SignOutPage'),
});

export const authRoutes = [loginRoute, logoutRoute] as const;

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The sign-in link had been used or was too old. */
    linkRefused?: boolean;
  }
}
