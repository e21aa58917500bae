import * as contract from '@determined/contract/identity/tokens-routes.ts';
import { type Served, serve } from '#platform/http/serve.ts';
import { createToken } from './create-token.ts';
import { listTokens } from './list-tokens.ts';
import { patchToken } from './patch-token.ts';

export const tokensRoutes: Served[] = [
  serve(contract.postAccessTokenRoute, createToken),
  serve(contract.getAccessTokensRoute, listTokens),
  serve(contract.patchAccessTokenRoute, patchToken),
];
