import type { EntityKind } from '@determined/contract/entities.ts';
import { ApiError } from '@determined/contract/errors.ts';
import type { Context } from '#platform/http/context.ts';

interface Placed {
  id: number;
  owner_id: number;
  workspace_id: number;
}

/** Whether somebody may depends on whose it is and where: asked once for each of these. Empty, or what is lacking. */
export function rightsByPlace(ctx: Context, on: EntityKind): (row: Placed) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return (row) => {
    const place = `${row.owner_id} ${row.workspace_id}`;
    const answer =
      known.get(place) ??
      ctx.require(on, row.id).then(
        () => '',
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          return error.message;
        },
      );
    known.set(place, answer);
    return answer;
  };
}
