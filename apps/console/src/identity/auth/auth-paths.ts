import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { isRemoteExpired, isSignedOut } from '#platform/api/console-error.ts';
import { rootRoute } from '#platform/routing/root-routes.ts';
import { flag, oneOf, optional, text } from '#platform/routing/search-params.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';
import { beginSession, endSession, hasSessionMarker, loadCurrentUser } from '#platform/session/session.ts';
import { landingOf, redirectOf, type SignInSearch, takeLanding } from './sign-in/landing.ts';
import { leaveForSignIn, signInProblemNames } from './sign-in/leave-for-sign-in.ts';
import { signInByAddress } from './sign-in/sign-in-by-address.ts';
import { redeemSignInLink } from './sign-in/sign-in-link.ts';

/** A one-time link carries its secret in the fragment: it reaches no log, and leaves the address at once. */
async function signInByLink(fragment: string): Promise<boolean> {
  const accepted = await redeemSignInLink(fragment);
  if (accepted) beginSession();
  return accepted;
}

/**
 * Whether somebody is signed in already. Asked where a session was begun, and where one may have begun elsewhere: at a
 * provider, or at the sign-in page that stands in for ours. The latter is gone to where nobody is.
 */
async function hasSession(search: SignInSearch, from: string | undefined): Promise<boolean> {
  if (search.hard_logout) return false;
  const begun = hasSessionMarker();
  const elsewhere = begun ? undefined : await loadClusterInfo().catch(() => undefined);
  const asks = elsewhere && (elsewhere.ssoProviders.length > 0 || elsewhere.externalLoginUri !== '');
  if (!begun && !asks) return false;
  try {
    await loadCurrentUser();
    if (!begun) beginSession();
    return true;
  } catch (error) {
    // A server that does not answer has not ended the session.
    if (!isSignedOut(error)) throw error;
    endSession();
    const expired = search.remote_expired === true || isRemoteExpired(error);
    await leaveForSignIn(elsewhere ?? (await loadClusterInfo().catch(() => undefined)), {
      expired,
      from: landingOf(search, from),
    });
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
      /** The query of the sign-in page that a provider was gone to from. */
      relayState: text(raw, 'relayState'),
      problem: oneOf(raw, 'problem', signInProblemNames),
    }),
  beforeLoad: async ({ location, search }) => {
    const { from } = location.state;
    const told = location.state.clusterNotReady ? undefined : await signInByAddress();
    if (told === 'not ready') throw redirect({ to: '/login', search, state: { clusterNotReady: true }, replace: true });
    if (told === 'refused') throw redirect({ to: '/login', search: { ...search, problem: 'token' }, replace: true });
    if (told === 'signed in') {
      beginSession();
      throw redirect({ href: takeLanding(redirectOf(search), from).href, replace: true });
    }
    if (location.state.clusterNotReady || search.problem === 'token') return;
    const signedIn = location.hash ? await signInByLink(location.hash) : await hasSession(search, from);
    if (signedIn) {
      const { href } = takeLanding(redirectOf(search), from);
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
    /** A token stood in the address, and the server could not look at it. */
    clusterNotReady?: boolean;
  }
}
