import { route } from '../route.ts';
import { getAccessTokensData, patchAccessTokenData, postAccessTokenData } from './tokens-generated.ts';

export const postAccessTokenRoute = /* @__PURE__ */ route(postAccessTokenData, {
  needs: {
    withoutRbac: 'admin',
    checks: [
      {
        kind: 'self',
        on: 'user',
        by: 'userId',
        needs: ['CREATE_OTHER_TOKEN'],
        own: ['CREATE_TOKEN'],
        withoutRbac: 'admin',
      },
    ],
  },
  changes: ['token'],
});
export const getAccessTokensRoute = /* @__PURE__ */ route(getAccessTokensData, {
  needs: {
    checks: [
      {
        kind: 'self',
        on: 'user',
        by: 'username',
        needs: ['VIEW_OTHER_TOKEN'],
        own: ['VIEW_TOKEN'],
        withoutRbac: 'self',
        refusal: 'only admin privileged users can view other users',
      },
    ],
  },
  reads: ['token', 'user'],
});
export const patchAccessTokenRoute = /* @__PURE__ */ route(patchAccessTokenData, {
  needs: {
    withoutRbac: 'admin',
    checks: [
      {
        kind: 'self',
        on: 'token',
        by: 'tokenId',
        needs: ['ADMINISTRATE_TOKEN'],
        own: ['UPDATE_TOKEN'],
        withoutRbac: 'admin',
      },
    ],
  },
  changes: ['token'],
});
