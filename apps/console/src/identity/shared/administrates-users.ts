import { postUserRoute } from '@determined/contract/identity/users-routes.ts';

/** Who may administrate users: the rule of making one. */
export const administratesUsers = postUserRoute.needs;
