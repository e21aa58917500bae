import './pin-tables.ts';
import { getMentionedRunsRoute } from '@determined/contract/training/mention-ext-routes.ts';
import {
  deletePinRoute,
  getPinsRoute,
  patchPinRoute,
  postPinRoute,
} from '@determined/contract/training/pin-ext-routes.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import { serveExt } from '#platform/http/serve.ts';
import type { Slice } from '#platform/slice.ts';
import { deletePin, patchPin, postPin } from './change-pins.ts';
import { getMentionedRuns } from './list-mentioned-runs.ts';
import { getPins } from './list-pins.ts';
import { pinChanged } from './pin-events.ts';

/** Notes on steps of curves, and the runs that texts mention. */
export const pinsSlice: Slice = {
  routes: [
    serveExt(getPinsRoute, getPins),
    serveExt(getMentionedRunsRoute, getMentionedRuns),
    serveExt(postPinRoute, postPin),
    serveExt(patchPinRoute, patchPin),
    serveExt(deletePinRoute, deletePin),
  ],
  hints: [
    hintsOf(pinChanged, ({ trialId, experimentId }) => [
      { entity: 'pin', of: { trial: trialId, experiment: experimentId } },
    ]),
  ],
};
