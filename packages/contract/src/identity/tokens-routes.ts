import { route } from '../route.ts';
import { getAccessTokensData, patchAccessTokenData, postAccessTokenData } from './tokens-generated.ts';

export const postAccessTokenRoute = /* @__PURE__ */ route(postAccessTokenData, {
  needs: {
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'only admin privileged users can create token for own/other users' },
    checks: [
      {
        kind: 'self',
        on: 'user',
        by: 'userId',
        needs: ['CREATE_OTHER_TOKEN'],
        own: ['CREATE_TOKEN'],
        withoutRbac: 'admin',
        refusal: {
          withRoles: "only admin privileged users can create other user's token",
          own: 'unable to create token due to insufficient permissions: {usual}',
        },
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
        refusal: {
          withoutRoles: 'only admin privileged users can view other users',
          withRoles: 'unable to get token due to insufficient permissions',
          own: 'unable to get token due to insufficient permissions: {usual}',
        },
      },
    ],
  },
  reads: ['token', 'user'],
});
export const patchAccessTokenRoute = /* @__PURE__ */ route(patchAccessTokenData, {
  needs: {
    withoutRbac: 'admin',
    refusal: { withoutRoles: 'only admin privileged users can update access tokens' },
    checks: [
      {
        kind: 'self',
        on: 'token',
        by: 'tokenId',
        needs: ['ADMINISTRATE_TOKEN'],
        own: ['UPDATE_TOKEN'],
        withoutRbac: 'admin',
        refusal: {
          withRoles: 'unable to update token due to insufficient permissions: {usual}',
          own: 'unable to update token due to insufficient permissions: {usual}',
        },
      },
    ],
  },
  changes: ['token'],
});
