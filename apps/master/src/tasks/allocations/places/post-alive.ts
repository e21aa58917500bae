import { notFound, permissionDenied } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { postAllocationAliveRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { readPlaces, seePlace } from '../shared/place-store.ts';

type Route = typeof postAllocationAliveRoute;

/** A part of an allocation goes on. One that was given up is told so: it has to end. */
export async function postAlive({ params, body }: ExtRequestOf<Route>, ctx: Context): Promise<ExtReplyOf<Route>> {
  const { session } = ctx;
  if (session.kind !== 'allocation' || session.allocationId !== params.allocationId)
    throw permissionDenied('only its own runner may say that it goes on');
  const places = await readPlaces(ctx.db, params.allocationId);
  const place = places.find(({ container_id, state }) => container_id === body.containerId && state !== 'ENDED');
  if (!place) throw notFound('resources', body.containerId);
  await seePlace(ctx.db, place);
  return {};
}
