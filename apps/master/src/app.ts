import type { FastifyInstance } from 'fastify';
import { callersOf } from './authenticate.ts';
import { rememberSubjects } from './identity/roles/shared/remember-subjects.ts';
import { type RightsPolicy, rightsOf, withoutRoles } from './identity/roles/shared/rights-of.ts';
import { withRoles } from './identity/roles/shared/with-roles.ts';
import type { SubjectFinders } from './platform/http/authorise.ts';
import { createHttpServer } from './platform/http/http-server.ts';
import { serveConsole } from './platform/http/serve-console.ts';
import { serveOpenApi } from './platform/http/serve-openapi.ts';
import type { Master } from './platform/master.ts';
import type { Slice } from './platform/slice.ts';
import * as listed from './slices.ts';

const allSlices: readonly Slice[] = Object.values(listed);

/** Every slice's table of contents. The only list of all routes there is. */
export const allRoutes = routesOf(allSlices);

/** Puts the slices together. Which they are stands in `slices.ts`. */
export async function createApp(
  master: Master,
  policy: RightsPolicy = master.config.security.authz.type === 'rbac' ? withRoles : withoutRoles,
  slices = allSlices,
): Promise<FastifyInstance> {
  const routes = routesOf(slices);
  const hints = slices.flatMap((slice) => slice.hints ?? []);
  const everyFinder: SubjectFinders = Object.fromEntries(
    slices.flatMap((slice) => Object.entries(slice.subjects ?? {})),
  );
  const finders = policy === withRoles ? rememberSubjects(master, everyFinder) : everyFinder;
  const authenticate = callersOf(master);
  for (const slice of slices) slice.setUp?.(master);
  const rights = rightsOf(master, policy);
  const server = createHttpServer({ master, authenticate, rights, finders }, routes);
  for (const slice of slices) await slice.serve?.({ master, server, authenticate, rights, finders, hints });
  serveOpenApi(server, routes);
  await serveConsole(server, { logos: master.config.ui_customization.logo_paths });
  return server;
}

function routesOf(slices: readonly Slice[]) {
  return slices.flatMap((slice) => slice.routes ?? []);
}
