import * as contract from '@determined/contract/identity/tokens-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const tokensRoutes: Served[] = [
  serve(contract.postAccessTokenRoute, notImplemented),
  serve(contract.getAccessTokensRoute, notImplemented),
  serve(contract.patchAccessTokenRoute, notImplemented),
];
