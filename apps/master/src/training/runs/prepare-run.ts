import { invalidArgument } from '@determined/contract/errors.ts';
import type { runPrepareForReportingRoute } from '@determined/contract/training/runs-routes.ts';
import { storagePlaceFormat } from '#platform/config/format/checkpoint-storage.ts';
import type { JsonObject } from '#platform/config/format/json.ts';
import { issueLines, Place } from '#platform/config/format/node.ts';
import type { Handler } from '#platform/http/serve.ts';
import { storageBackendId } from '../checkpoints/shared/storage-backends.ts';
import { refuseStranger } from '../life/shared/find-trial.ts';

/** How many checkpoints are kept is no part of the place. */
const retention = ['save_experiment_best', 'save_trial_best', 'save_trial_latest'];

/** Before its first report: where the run keeps its checkpoints. */
export const prepareRun: Handler<typeof runPrepareForReportingRoute> = async ({ runId, checkpointStorage }, ctx) => {
  await refuseStranger(ctx, ctx.db, runId);
  if (checkpointStorage === undefined) return {};
  return { storageId: await storageBackendId(ctx.db, checkedPlace(checkpointStorage)) };
};

function checkedPlace(storage: Record<string, unknown>): JsonObject {
  // A free-form object is what JSON text held.
  const place = Object.fromEntries(Object.entries(storage).filter(([name]) => !retention.includes(name))) as JsonObject;
  const root = new Place('checkpointStorage');
  storagePlaceFormat.check(place, root);
  const read = root.issues.length > 0 ? {} : storagePlaceFormat.fill(storagePlaceFormat.read(place, root));
  if (root.issues.length === 0) storagePlaceFormat.complete(read, root);
  if (root.issues.length > 0) throw invalidArgument(issueLines(root.issues));
  // The format is one of objects.
  return read as JsonObject;
}
