import type { RefusalWords } from '@determined/contract/checks.ts';
import { currentUserRoute } from '@determined/contract/identity/auth-routes.ts';
import * as contract from '@determined/contract/identity/users-routes.ts';
import type { Needs } from '@determined/contract/route.ts';
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

// The rules of the newer call, for the names that these give to its fields.
const oldFields: Record<string, string> = {
  'user.admin': 'body.admin',
  'user.active': 'body.active',
  'user.agentUserGroup': 'body.agent_user_group',
  'user.username': 'body.username',
  'user.password': 'body.password',
};
/** As the platform says it there: an error inside another one. */
const oldWords = (words: RefusalWords | undefined): RefusalWords => {
  const inside = (text: string) => `${text}: code=403, message=user not authorized`;
  return {
    ...(words?.withoutRoles === undefined ? {} : { withoutRoles: inside(words.withoutRoles) }),
    withRoles: inside(words?.withRoles ?? '{usual}'),
  };
};
const oldNeeds = (...fields: string[]): Partial<Needs> => ({
  on: 'user',
  by: 'username',
  checks: contract.patchUserRoute.needs.checks.flatMap((check) => {
    if (check.kind !== 'fields') return [];
    const by = check.by.flatMap((field) => oldFields[field] ?? []).filter((field) => fields.includes(field));
    return by.length > 0 ? [{ ...check, by, refusal: oldWords(check.refusal) }] : [];
  }),
});
const oldPatchNeeds = oldNeeds('body.admin', 'body.active', 'body.agent_user_group', 'body.password');
const { needs: postUserNeeds } = contract.postUserRoute;
const oldPostNeeds = { ...postUserNeeds, refusal: oldWords(postUserNeeds.refusal) };
const oldRenameNeeds = oldNeeds('body.username');

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
  raw('POST', '/users', oldCreateUser, oldPostNeeds),
  raw('PATCH', '/users/:username', oldPatchUser, oldPatchNeeds),
  raw('PATCH', '/users/:username/username', oldRenameUser, oldRenameNeeds),
];
