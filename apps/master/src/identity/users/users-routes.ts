import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import * as contract from '@determined/contract/identity/users-routes.ts';
import { raw, type Served, serve } from '#platform/http/serve.ts';
import { createUser } from './create-user.ts';
import { currentUser } from './get-current-user.ts';
import { getUser, getUserByUsername } from './get-user.ts';
import { listUsers } from './list-users.ts';
import { oldCreateUser, oldPatchUser, oldRenameUser } from './old-user-changes.ts';
import { oldCurrentUser, oldUsers } from './old-user-routes.ts';
import { patchUser } from './patch-user.ts';
import { patchUsers } from './patch-users.ts';
import { postUserActivity } from './post-user-activity.ts';
import { setUserPassword } from './set-user-password.ts';

export const usersRoutes: Served[] = [
  serve(contract.getUsersRoute, listUsers),
  serve(contract.getUserRoute, getUser),
  serve(contract.getUserByUsernameRoute, getUserByUsername),
  serve(contract.getMeRoute, currentUser),
  serve(currentUserRoute, currentUser),
  serve(contract.postUserRoute, createUser),
  serve(contract.setUserPasswordRoute, setUserPassword),
  serve(contract.patchUserRoute, patchUser),
  serve(contract.patchUsersRoute, patchUsers),
  serve(contract.postUserActivityRoute, postUserActivity),
  raw('GET', '/users', oldUsers, contract.getUsersRoute.needs),
  raw('GET', '/users/me', oldCurrentUser, contract.getMeRoute.needs),
  raw('POST', '/users', oldCreateUser, contract.postUserRoute.needs),
  raw('PATCH', '/users/:username', oldPatchUser, contract.patchUserRoute.needs),
  raw('PATCH', '/users/:username/username', oldRenameUser, contract.patchUserRoute.needs),
];
