import { logoutRoute as logoutCall } from '@determined/contract/identity/auth-routes.ts';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '#platform/api/client.ts';
import { reach } from '#platform/api/reach.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';
import { forgetSession } from '#platform/session/session.ts';
import { randomId } from '#ui/format/random-id.ts';
import { Loading } from '#ui/primitives/skeleton.tsx';

const route = getRouteApi('/logout');

let leaving: Promise<string> | undefined;

/** Ends the session on the server, forgets it here, and says where to go then: the provider's or the external address, if there is one. */
async function leave(): Promise<string> {
  const atProvider = await providerSignOut();
  try {
    await client.call(logoutCall, {});
  } catch (error) {
    // The session may be gone already, and the reader leaves anyway.
    console.warn('Sign-out was not confirmed by the server.', error);
  }
  forgetSession();
  const info = await loadClusterInfo().catch(() => undefined);
  return atProvider || (info?.externalLogoutUri ?? '');
}

/** Where whoever signed in by a provider signs out of it; known only while he is signed in. */
async function providerSignOut(): Promise<string> {
  const reply = await reach('/api/ext/v1/sign-out-address').catch(() => undefined);
  if (!reply?.ok) return '';
  const { address } = (await reply.json()) as { address: string };
  return /^https?:/.test(address) ? address : '';
}

export function SignOutPage() {
  const navigate = useNavigate();
  const { from } = useLocation().state;
  const search = route.useSearch();
  // The session is an outside system; it is left once, however often React runs this.
  useEffect(() => {
    leaving ??= leave();
    void leaving.then((externalAddress) => {
      leaving = undefined;
      if (externalAddress) window.location.assign(externalAddress);
      else {
        void navigate({ to: '/login', search: { ...search, r: randomId() }, state: { from }, replace: true });
      }
    });
  }, [navigate, from, search]);
  return (
    <main id="main" style={{ padding: 24 }}>
      <Loading words="Signing out..." />
    </main>
  );
}
