import { unimplemented } from '@determined/contract/errors.ts';
import { type RawHandler, raw, type Served } from '#platform/http/serve.ts';

// docs/decisions/0097-saml-and-scim.md

const instead = (what: string, use: string): RawHandler => {
  const refusal = `Not Implemented: this server has no ${what}; ${use}`;
  return async () => {
    throw unimplemented(refusal);
  };
};
const saml = instead('SAML', 'people sign in by OpenID Connect (setting oidc.enabled)');
const scim = instead('SCIM', 'accounts are made at the first sign-in (setting oidc.auto_provision_users)');
const oauth = instead('OAuth clients', 'programs sign in by access tokens (det token create)');
const administrators = { permission: 'ADMINISTRATE_OAUTH', on: 'cluster', withoutRbac: 'admin' } as const;

export const notBuiltRoutes: Served[] = [
  raw('GET', '/saml/initiate', saml, 'open'),
  raw('POST', '/saml/sso', saml, 'open'),
  raw('GET', '/scim/v2/Users', scim, 'open'),
  raw('POST', '/scim/v2/Users', scim, 'open'),
  raw('GET', '/scim/v2/Users/:user_id', scim, 'open'),
  raw('PUT', '/scim/v2/Users/:user_id', scim, 'open'),
  raw('PATCH', '/scim/v2/Users/:user_id', scim, 'open'),
  raw('GET', '/scim/v2/Groups', scim, 'open'),
  raw('GET', '/oauth2/authorize', oauth, 'open'),
  raw('GET', '/oauth2/token', oauth, 'open'),
  raw('POST', '/oauth2/token', oauth, 'open'),
  raw('GET', '/oauth2/clients', oauth, administrators),
  raw('POST', '/oauth2/clients', oauth, administrators),
  raw('DELETE', '/oauth2/clients/:id', oauth, administrators),
];
