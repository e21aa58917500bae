import * as contract from '@determined/contract/identity/auth-routes.ts';
import { redeemExternalTokenRoute, redeemSignInLinkRoute } from '@determined/contract/identity/ext-routes.ts';
import { getSignOutAddressRoute } from '@determined/contract/identity/session-ext-routes.ts';
import { raw, type Served, serve, serveExt, servePublic } from '#platform/http/serve.ts';
import { redeemExternalToken } from './external/external-session.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { notBuiltRoutes } from './not-built-routes.ts';
import { beginOidc, finishOidc } from './oidc/oidc-sign-in.ts';
import { getSignOutAddress, signedOut } from './oidc/oidc-sign-out.ts';
import { oldLogin, oldLogout } from './old-sign-in-routes.ts';
import { redeemSignInLink } from './sign-in-link.ts';

export const authRoutes: Served[] = [
  servePublic(contract.loginRoute, login),
  serve(contract.logoutRoute, logout),
  raw('POST', '/login', oldLogin, 'open'),
  raw('POST', '/logout', oldLogout, contract.logoutRoute.needs),
  raw('GET', '/oidc/sso', beginOidc, 'open'),
  raw('GET', '/oidc/callback', finishOidc, 'open'),
  raw('GET', '/oidc/signed-out', signedOut, 'open'),
  serveExt(getSignOutAddressRoute, getSignOutAddress),
  serveExt(redeemSignInLinkRoute, redeemSignInLink),
  serveExt(redeemExternalTokenRoute, redeemExternalToken),
  ...notBuiltRoutes,
];
