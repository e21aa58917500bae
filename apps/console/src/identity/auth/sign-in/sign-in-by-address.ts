import { isGatewayStatus, isUnreachable } from '#platform/api/console-error.ts';
import { reach } from '#platform/api/reach.ts';
import { basePath } from '#platform/routing/safe-target.ts';

/** A hosting service's token, until it is traded for a session. In memory only. */
let held = takeFromAddress();

/**
 * Takes the token out of the address before the router reads it: it stays in no address bar, history or landing. Of several
 * none is meant. Every page then begins at the sign-in, which leads on to it.
 */
function takeFromAddress(): string | undefined {
  if (!globalThis.location) return undefined;
  const url = new URL(window.location.href);
  const tokens = url.searchParams.getAll('jwt');
  if (tokens.length === 0) return undefined;
  url.searchParams.delete('jwt');
  const [token] = tokens;
  const single = tokens.length === 1 && token !== '' ? token : undefined;
  const wanted = url.pathname + url.search;
  const login = `${basePath}/login`;
  const target = single && url.pathname !== login ? `${login}?redirect=${encodeURIComponent(wanted)}` : wanted;
  window.history.replaceState(window.history.state, '', target);
  return single;
}

/** Trades the token that stood in the address for a session cookie; undefined where there was none. */
export async function signInByAddress(): Promise<'signed in' | 'refused' | 'not ready' | undefined> {
  if (held === undefined) return undefined;
  try {
    const reply = await reach('/api/ext/v1/external-session', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: held }),
    });
    if (isGatewayStatus(reply.status) || reply.status === 500) return 'not ready';
    held = undefined;
    return reply.ok ? 'signed in' : 'refused';
  } catch (error) {
    if (isUnreachable(error)) return 'not ready';
    throw error;
  }
}
