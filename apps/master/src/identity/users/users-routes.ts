import * as contract from '@determined/contract/identity/users-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';
import { currentUser } from './shared/current-user.ts';

export const usersRoutes: Served[] = [
  serve(contract.getUsersRoute, notImplemented),
  serve(contract.getUserRoute, notImplemented),
  serve(contract.getUserByUsernameRoute, notImplemented),
  serve(contract.getMeRoute, currentUser),
  serve(contract.postUserRoute, notImplemented),
  serve(contract.setUserPasswordRoute, notImplemented),
  serve(contract.patchUserRoute, notImplemented),
  serve(contract.patchUsersRoute, notImplemented),
  serve(contract.postUserActivityRoute, notImplemented),
];
