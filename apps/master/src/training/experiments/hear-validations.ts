import type { Master } from '#platform/master.ts';
import { tellSearcher } from '../life/shared/experiment-life.ts';
import { validationStored } from '../metrics/shared/metric-hooks.ts';

/** The searcher learns of each validation in the transaction that stores it. */
export function hearValidations(master: Master): void {
  validationStored.on(master, async (tx, { trialId, experimentId, metrics }) => {
    const trial = await tx.selectFrom('trials').select('request_id').where('id', '=', trialId).executeTakeFirst();
    // Only a searcher's own trials have a request.
    if (!trial || trial.request_id === null) return;
    const requestId = trial.request_id;
    await tellSearcher(master, tx, experimentId, [{ kind: 'validation', requestId, metrics }]);
  });
}
