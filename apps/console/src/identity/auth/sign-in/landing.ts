import { basePath, consolePath, safeTarget } from '#platform/routing/safe-target.ts';
import { globalStore, keptStore, sessionStore } from '#platform/settings/browser-store.ts';

const landingRedirectKey = 'landing-redirect';

/** Across a provider's pages the location's own state is lost: the tab keeps it, or the browser for the tab that comes back. */
export function keepLanding(from: string | undefined): void {
  if (from) keptStore.write(landingRedirectKey, from);
}

export interface SignInSearch {
  redirect?: string | undefined;
  relayState?: string | undefined;
  hard_logout?: true | undefined;
  remote_expired?: true | undefined;
}

/** The `redirect` of the address, or that of the query that came back from a provider. */
export function redirectOf({ redirect, relayState }: SignInSearch): string | undefined {
  return redirect ?? new URLSearchParams(relayState ?? '').get('redirect') ?? undefined;
}

/** The page of the console to come back to, before the way leads to a provider. */
export function landingOf(search: SignInSearch, from: string | undefined): string | undefined {
  const asked = safeTarget(redirectOf(search));
  return (asked && consolePath(asked)) ?? from;
}

/**
 * Where to go after sign-in: to the `redirect` of the address, else to where one wanted to go before, else to the
 * default landing. `inside` the console, or beside it on the same origin, such as a task's own page.
 */
export function takeLanding(redirect: string | undefined, from: string | undefined): { href: string; inside: boolean } {
  const stored = sessionStore.read(landingRedirectKey) ?? globalStore.read(landingRedirectKey);
  keptStore.remove(landingRedirectKey);
  const asked = safeTarget(redirect);
  if (asked) return { href: asked, inside: consolePath(asked) !== null };
  return { href: `${basePath}${safeTarget(from) ?? safeTarget(stored) ?? '/'}`, inside: true };
}
