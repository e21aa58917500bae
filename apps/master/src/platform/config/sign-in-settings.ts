import { z } from 'zod';
import { readRsaKey } from './rsa-key.ts';
import { setting } from './setting.ts';
import { address, flag, optionalText, text } from './setting-kinds.ts';

/** Sign-in by an OpenID Connect provider. Facts: sign-in by others 1.1. */
const oidc = z
  .strictObject({
    enabled: flag(false, 'People may sign in by an OpenID Connect provider.'),
    provider: text('', 'What the button on the sign-in page says; SSO when empty.'),
    client_id: optionalText({ meaning: 'The name that this server is registered by at the provider.' }),
    client_secret: optionalText({ meaning: 'The secret that belongs to it.', secret: true }),
    idp_sso_url: address("The provider's issuer; its discovery document lies below it."),
    idp_recipient_url: address(
      'This server as browsers reach it. Register this address with /oidc/callback at the provider, and with /oidc/signed-out for the way back from its sign-out.',
    ),
    authentication_claim: text('email', 'The claim whose text is the name of the account.'),
    auto_provision_users: flag(
      false,
      'Accounts of unknown names are made, and display names and agent users follow the provider.',
    ),
    groups_attribute_name: text('', 'The claim with a list of groups; with it groups follow the provider.'),
    display_name_attribute_name: text('', 'The claim that display names follow.'),
    agent_uid_attribute_name: text('', 'The claim that the id of the agent user follows.'),
    agent_gid_attribute_name: text('', 'The claim that the id of the agent group follows.'),
    agent_user_name_attribute_name: text('', 'The claim that the name of the agent user follows.'),
    agent_group_name_attribute_name: text('', 'The claim that the name of the agent group follows.'),
    always_redirect: flag(
      false,
      'The console leads to the provider at once; its own sign-in page shows after signing out.',
    ),
    exclude_groups_scope: flag(false, 'The scope groups is not asked for.'),
  })
  .prefault({});

/** Another sign-in page that only has a button here. */
const det_cloud = z
  .strictObject({
    enabled: flag(false, 'The sign-in page has a button that leads to another one.'),
    login_url: address('Where it leads.'),
    always_redirect: flag(false, 'The console leads there at once.'),
  })
  .prefault({});

/** A sign-in page of one's own in place of the console's, which signs in by the API or gives tokens of its own. Facts: sign-in by others 4. */
const internal = z
  .strictObject({
    external_sessions: z
      .strictObject({
        login_uri: address('Where the console leads who is not signed in, instead of showing its own page.'),
        logout_uri: address('Where the console leads who has signed out.'),
        jwt_key: setting(
          z
            .string()
            .refine((text) => readRsaKey(text) !== undefined, 'is no RSA key of 2048 bits or more: {"N": …, "E": …}')
            .nullable()
            .default(null),
          {
            allowed: 'JSON text {"N": <decimal>, "E": <number>}: an RSA public key of 2048 bits or more',
            usually: 'not set',
            meaning:
              'Tokens (JWT) that are signed by the key that belongs to this one sign in, and say who may; passwords do not, and accounts are not managed here.',
          },
        ),
        org_id: optionalText({ meaning: 'The organisation among those of such a token that this server belongs to.' }),
        cluster_id: optionalText({ meaning: 'The name that such a token calls this server by.' }),
      })
      .prefault({}),
  })
  .prefault({});

export const signInSettings = { oidc, det_cloud, __internal: internal };

export type ExternalSessionSettings = z.output<typeof internal>['external_sessions'];
export type OidcSettings = z.output<typeof oidc>;
/** With what it needs when it is in use. */
export type OidcInUse = OidcSettings &
  Record<'client_id' | 'client_secret' | 'idp_sso_url' | 'idp_recipient_url', string>;

/** Why a sign-in by others cannot be used as it is set: what is missing. */
export function missingForSignIn(config: {
  oidc: OidcSettings;
  det_cloud: z.output<typeof det_cloud>;
  __internal: z.output<typeof internal>;
}): string[] {
  const { oidc, det_cloud: cloud } = config;
  const { jwt_key, org_id, cluster_id } = config.__internal.external_sessions;
  const needed = ['client_id', 'client_secret', 'idp_sso_url', 'idp_recipient_url'] as const;
  const missing: string[] = needed.filter((key) => oidc.enabled && oidc[key] === null).map((key) => `oidc.${key}`);
  if (cloud.enabled && cloud.login_url === null) missing.push('det_cloud.login_url');
  if (jwt_key !== null && org_id === null) missing.push('__internal.external_sessions.org_id');
  if (jwt_key !== null && cluster_id === null) missing.push('__internal.external_sessions.cluster_id');
  return missing;
}
