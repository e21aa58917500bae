import { z } from 'zod';
import { setting } from './setting.ts';
import { flag, optionalText, text } from './setting-kinds.ts';

const address = (meaning: string) =>
  setting(
    z
      .url({ protocol: /^https?$/ })
      .nullable()
      .default(null),
    {
      allowed: 'an http or https address',
      usually: 'not set',
      meaning,
    },
  );

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

/** A sign-in page of one's own in place of the console's, which signs in by the API. Facts: sign-in by others 4. */
const internal = z
  .strictObject({
    external_sessions: z
      .strictObject({
        login_uri: address('Where the console leads who is not signed in, instead of showing its own page.'),
        logout_uri: address('Where the console leads who has signed out.'),
      })
      .prefault({}),
  })
  .prefault({});

export const signInSettings = { oidc, det_cloud, __internal: internal };

export type OidcSettings = z.output<typeof oidc>;
/** With what it needs when it is in use. */
export type OidcInUse = OidcSettings &
  Record<'client_id' | 'client_secret' | 'idp_sso_url' | 'idp_recipient_url', string>;

/** Why a sign-in by others cannot be used as it is set: what is missing. */
export function missingForSignIn(config: { oidc: OidcSettings; det_cloud: z.output<typeof det_cloud> }): string[] {
  const { oidc, det_cloud: cloud } = config;
  const needed = ['client_id', 'client_secret', 'idp_sso_url', 'idp_recipient_url'] as const;
  const missing = needed.filter((key) => oidc.enabled && oidc[key] === null).map((key) => `oidc.${key}`);
  return cloud.enabled && cloud.login_url === null ? [...missing, 'det_cloud.login_url'] : missing;
}
