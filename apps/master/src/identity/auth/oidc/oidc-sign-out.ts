import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { getSignOutAddressRoute } from '@determined/contract/identity/session-ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import type { RawHandler } from '#platform/http/serve.ts';
import { neededOidc, oidcClient, oidcInUse, oidcLibrary, signedOutAddress } from './oidc-client.ts';

/** Where the provider's own sign-out leads back to. */
export const signedOut: RawHandler = async (_request, reply, ctx) => {
  neededOidc(ctx.master);
  return reply.redirect('/det/login?hard_logout=true', 303);
};

/** The provider's sign-out, for who signed in by it; '' where it has none. */
export async function getSignOutAddress(
  _request: unknown,
  ctx: Context,
): Promise<ExtReplyOf<typeof getSignOutAddressRoute>> {
  const settings = oidcInUse(ctx.master);
  const session = await ctx.db
    .selectFrom('user_sessions')
    .select('provider_token')
    .where('id', '=', ctx.session.id)
    .executeTakeFirst();
  if (!settings || !session?.provider_token) return { address: '' };
  const client = await oidcClient(ctx.master, settings).catch(() => undefined);
  if (client?.serverMetadata().end_session_endpoint === undefined) return { address: '' };
  const { buildEndSessionUrl } = await oidcLibrary();
  const address = buildEndSessionUrl(client, {
    id_token_hint: session.provider_token,
    post_logout_redirect_uri: signedOutAddress(settings),
  });
  return { address: address.href };
}
