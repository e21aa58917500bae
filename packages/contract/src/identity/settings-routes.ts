import { route, signedIn } from '../route.ts';
import { getUserSettingData, postUserSettingData, resetUserSettingData } from './settings-generated.ts';

export const getUserSettingRoute = /* @__PURE__ */ route(getUserSettingData, { needs: signedIn, reads: ['setting'] });
export const resetUserSettingRoute = /* @__PURE__ */ route(resetUserSettingData, {
  needs: signedIn,
  changes: ['setting'],
});
export const postUserSettingRoute = /* @__PURE__ */ route(postUserSettingData, {
  needs: signedIn,
  changes: ['setting'],
});
