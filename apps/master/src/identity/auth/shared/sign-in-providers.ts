import type { MasterConfig } from '#platform/config/master-config.ts';

/** Another way to sign in, as clients are told of it. */
export interface SignInProvider {
  name: string;
  ssoUrl: string;
  type: 'OIDC' | 'DetCloud';
  alwaysRedirect: boolean;
}

/** Facts: sign-in by others 1.4. */
export function signInProviders({ oidc, det_cloud: cloud }: MasterConfig): SignInProvider[] {
  const providers: SignInProvider[] = [];
  if (oidc.enabled && oidc.idp_recipient_url !== null) {
    const ssoUrl = addressHere(oidc.idp_recipient_url, '/oidc/sso');
    providers.push({ name: oidc.provider || 'SSO', ssoUrl, type: 'OIDC', alwaysRedirect: oidc.always_redirect });
  }
  if (cloud.enabled && cloud.login_url !== null) {
    const { login_url: ssoUrl, always_redirect: alwaysRedirect } = cloud;
    providers.push({ name: 'det-cloud', ssoUrl, type: 'DetCloud', alwaysRedirect });
  }
  return providers;
}

/** A path of this server as browsers reach it. */
export function addressHere(recipient: string, path: string): string {
  const url = new URL(recipient);
  url.pathname = url.pathname.replace(/\/$/, '') + path;
  return url.href;
}
