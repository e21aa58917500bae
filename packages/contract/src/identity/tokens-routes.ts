import { route } from '../route.ts';
import { getAccessTokensData, patchAccessTokenData, postAccessTokenData } from './tokens-generated.ts';

// CREATE_TOKEN, for another's CREATE_OTHER_TOKEN.
export const postAccessTokenRoute = /* @__PURE__ */ route(postAccessTokenData, {
  needs: { withoutRbac: 'admin', more: true },
  changes: ['token'],
});
// VIEW_TOKEN for one's own, VIEW_OTHER_TOKEN for others' (without roles: admin).
export const getAccessTokensRoute = /* @__PURE__ */ route(getAccessTokensData, {
  needs: { more: true },
  reads: ['token', 'user'],
});
// UPDATE_TOKEN for one's own, ADMINISTRATE_TOKEN for others'.
export const patchAccessTokenRoute = /* @__PURE__ */ route(patchAccessTokenData, {
  needs: { withoutRbac: 'admin', more: true },
  changes: ['token'],
});
