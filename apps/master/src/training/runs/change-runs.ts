import type {
  archiveRunsRoute,
  deleteRunsRoute,
  killRunsRoute,
  pauseRunsRoute,
  resumeRunsRoute,
  unarchiveRunsRoute,
} from '@determined/contract/training/runs-routes.ts';
import type { Handler } from '#platform/http/serve.ts';
import { actOnRuns } from './act-on-runs.ts';
import * as acts from './shared/run-acts.ts';

export const archiveRuns: Handler<typeof archiveRunsRoute> = (request, ctx) => actOnRuns(ctx, request, acts.archive);
export const unarchiveRuns: Handler<typeof unarchiveRunsRoute> = (request, ctx) =>
  actOnRuns(ctx, request, acts.unarchive);
export const killRuns: Handler<typeof killRunsRoute> = (request, ctx) => actOnRuns(ctx, request, acts.kill);
export const pauseRuns: Handler<typeof pauseRunsRoute> = (request, ctx) => actOnRuns(ctx, request, acts.pause);
export const resumeRuns: Handler<typeof resumeRunsRoute> = (request, ctx) => actOnRuns(ctx, request, acts.resume);
export const deleteRuns: Handler<typeof deleteRunsRoute> = (request, ctx) => actOnRuns(ctx, request, acts.remove());
