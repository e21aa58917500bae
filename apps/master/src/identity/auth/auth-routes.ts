import * as contract from '@determined/contract/identity/auth-routes.ts';
import { redeemSignInLinkRoute } from '@determined/contract/identity/ext-routes.ts';
import { raw, type Served, serve, serveExt, servePublic } from '#platform/http/serve.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { oldLogin, oldLogout } from './old-sign-in-routes.ts';
import { redeemSignInLink } from './sign-in-link.ts';

export const authRoutes: Served[] = [
  servePublic(contract.loginRoute, login),
  serve(contract.logoutRoute, logout),
  raw('POST', '/login', oldLogin, 'open'),
  raw('POST', '/logout', oldLogout, contract.logoutRoute.needs),
  serveExt(redeemSignInLinkRoute, redeemSignInLink),
];
