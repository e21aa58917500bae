import { basePath } from '#platform/routing/safe-target.ts';
import type { ClusterInfo } from '#platform/session/cluster-info.ts';
import { sessionStore } from '#platform/settings/browser-store.ts';
import { keepLanding } from './landing.ts';

/** Why a provider led back without a sign-in; the texts are the page's. */
export const signInProblemNames = ['expired', 'provider', 'claims', 'unknown', 'local', 'inactive', 'token'] as const;

const sentKey = 'sent-to-sign-in';
/** Who comes back so soon without a session would be sent on for ever. */
const loopMs = 10_000;

/**
 * Leaves for the sign-in page that stands in for ours, or for the provider that wants everybody at once or whose session has
 * expired; then it never resolves, since the page is on its way out. Resolves where our own page is to be shown.
 */
export async function leaveForSignIn(
  info: ClusterInfo | undefined,
  { expired, from }: { expired: boolean; from: string | undefined },
): Promise<void> {
  if (!info || Date.now() - Number(sessionStore.read(sentKey) ?? 0) < loopMs) return;
  const { externalLoginUri: external, ssoProviders } = info;
  const provider = ssoProviders.find(({ alwaysRedirect }) => alwaysRedirect) ?? (expired ? ssoProviders[0] : undefined);
  const address = external === '' ? provider?.ssoUrl : withRedirect(external, from);
  if (address === undefined) return;
  sessionStore.write(sentKey, Date.now());
  keepLanding(from);
  window.location.assign(address);
  await new Promise<never>(() => {});
}

/** It is told the page that was wanted; of our own sign-in page only where we are, since that would lead to it again. */
function withRedirect(external: string, from: string | undefined): string {
  const { origin } = window.location;
  return `${external}?redirect=${encodeURIComponent(from ? `${origin}${basePath}${from}` : origin)}`;
}
