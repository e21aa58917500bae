import { reach } from '#platform/api/reach.ts';

/**
 * Trades the secret of a one-time link for a session cookie; false when it has been used or is too old.
 * A plain request: the contract's own calls come with a validator that the first screen does not need.
 */
export async function redeemSignInLink(fragment: string): Promise<boolean> {
  const secret = fragment.replace(/^#?(token=)?/, '');
  if (!secret) return false;
  const reply = await reach('/api/ext/v1/sign-in-link', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ secret }),
  });
  return reply.ok;
}
