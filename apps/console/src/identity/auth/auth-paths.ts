import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '#platform/routing/root-routes.ts';
import { consolePath, safeTarget } from '#platform/routing/safe-target.ts';
import { flag, optional, text } from '#platform/routing/search-params.ts';
import { beginSession } from '#platform/session/session.ts';
import { redeemSignInLink } from './sign-in/sign-in-link.ts';

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
  // A one-time link carries its secret in the fragment: it never reaches a log, and leaves the address at once.
  beforeLoad: async ({ location, search }) => {
    if (!location.hash) return;
    const accepted = await redeemSignInLink(location.hash);
    if (!accepted) throw redirect({ to: '/login', search, state: { linkRefused: true }, replace: true });
    beginSession();
    const target = consolePath(safeTarget(search.redirect) ?? '') ?? '/';
    throw redirect({ to: target, replace: true });
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
