import { logoutRoute as logoutCall } from '@determined/contract/identity/auth-routes.ts';
import { getRouteApi, useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { client } from '#platform/api/client.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';
import { forgetSession } from '#platform/session/session.ts';
import { Loading } from '#ui/primitives/skeleton.tsx';

const route = getRouteApi('/logout');

let leaving: Promise<string> | undefined;

/** Ends the session on the server, forgets it here, and says where to go then: the external address, if there is one. */
async function leave(): Promise<string> {
  try {
    await client.call(logoutCall, {});
  } catch (error) {
    // The session may be gone already, and the reader leaves anyway.
    console.warn('Sign-out was not confirmed by the server.', error);
  }
  forgetSession();
  const info = await loadClusterInfo().catch(() => undefined);
  return info?.externalLogoutUri ?? '';
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
        const r = Math.random().toString(36).slice(2, 10);
        void navigate({ to: '/login', search: { ...search, r }, state: { from }, replace: true });
      }
    });
  }, [navigate, from, search]);
  return (
    <main id="main" style={{ padding: 24 }}>
      <Loading words="Signing out..." />
    </main>
  );
}
