import { notFound, unavailable } from '@determined/contract/errors.ts';
import type * as Library from 'openid-client';
import type { OidcInUse } from '#platform/config/sign-in-settings.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { addressHere } from '../shared/sign-in-providers.ts';

/** How long what the provider says of itself is good. */
const hour = 3_600_000;
const patience = 10;

/** Fifty modules that a server without such a provider never needs. */
export const oidcLibrary = (): Promise<typeof Library> => import('openid-client');

const discovered = perMaster(() => ({ until: 0, client: undefined as Promise<Library.Configuration> | undefined }));

/** The section of the configuration; undefined where nobody signs in by a provider. */
export function oidcInUse({ config }: Master): OidcInUse | undefined {
  // Complete when it is enabled: the start would have been refused.
  return config.oidc.enabled ? (config.oidc as OidcInUse) : undefined;
}

/** Throws NotFound where nobody signs in by a provider. */
export function neededOidc(master: Master): OidcInUse {
  const settings = oidcInUse(master);
  if (!settings) throw notFound('sign-in by OpenID Connect (setting oidc.enabled)');
  return settings;
}

/**
 * The provider, as its discovery document describes it, and this server as its client. It is asked at the first use, not at the
 * start: a provider that is away keeps nobody from signing in by password. Throws Unavailable.
 */
export async function oidcClient(master: Master, settings: OidcInUse): Promise<Library.Configuration> {
  const memory = discovered(master);
  const now = master.clock.now().getTime();
  if (memory.client === undefined || memory.until <= now) {
    memory.until = now + hour;
    memory.client = discover(settings);
  }
  try {
    return await memory.client;
  } catch (error) {
    memory.client = undefined;
    master.log.error({ err: error }, 'the OpenID Connect provider does not answer as one');
    throw unavailable('the sign-in provider cannot be reached');
  }
}

async function discover({ idp_sso_url: issuer, client_id, client_secret }: OidcInUse): Promise<Library.Configuration> {
  const oidc = await oidcLibrary();
  const insecure = new URL(issuer).protocol === 'http:';
  return oidc.discovery(new URL(issuer), client_id, client_secret, undefined, {
    timeout: patience,
    // ID tokens are verified by the provider's keys although they come from itself, over TLS or not.
    execute: [oidc.enableNonRepudiationChecks, ...(insecure ? [oidc.allowInsecureRequests] : [])],
  });
}

export const callbackAddress = (settings: OidcInUse): string =>
  addressHere(settings.idp_recipient_url, '/oidc/callback');

export const signedOutAddress = (settings: OidcInUse): string =>
  addressHere(settings.idp_recipient_url, '/oidc/signed-out');
