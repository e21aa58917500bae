import { route, signedIn } from '../route.ts';
import { currentUserData, loginData, logoutData } from './auth-generated.ts';

export const loginRoute = /* @__PURE__ */ route(loginData, { needs: signedIn, changes: ['session'] });
export const currentUserRoute = /* @__PURE__ */ route(currentUserData, { needs: signedIn, reads: ['user', 'session'] });
// A task's session gets as far as the answer that it cannot sign out.
export const logoutRoute = /* @__PURE__ */ route(logoutData, { needs: signedIn, changes: ['session'] });
