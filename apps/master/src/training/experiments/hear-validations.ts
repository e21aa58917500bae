import type { Tx } from '#platform/db/database.ts';
import type { Master } from '#platform/master.ts';
import { appendMasterLine } from '../../tasks/logs/shared/append-master-line.ts';
import { tellSearcher } from '../life/shared/experiment-life.ts';
import { stoppedBySearcher } from '../life/shared/trial-state.ts';
import { currentTasks } from '../life/shared/trial-tasks.ts';
import { type ReportedValidation, validationStored } from '../metrics/shared/metric-hooks.ts';
import { isUnnamed } from './get-experiment-cautions.ts';
import { namedList } from './named-list.ts';

/** The searcher learns of each validation in the transaction that stores it. */
export function hearValidations(master: Master): void {
  validationStored.on(master, async (tx, validation) => {
    if (validation.first && validation.value === null) await warnOfMetric(master, tx, validation);
    const { trialId, experimentId, metrics } = validation;
    const asked = tx.selectFrom('trials').select(['request_id', 'state']).where('id', '=', trialId);
    const trial = await asked.executeTakeFirst();
    // Only a searcher's own trials have a request.
    if (!trial || trial.request_id === null || stoppedBySearcher(trial.state)) return;
    const requestId = trial.request_id;
    await tellSearcher(master, tx, experimentId, [{ kind: 'validation', requestId, metrics }]);
  });
}

/** A searcher whose metric is spelled otherwise than in the reports learns nothing, and nothing fails: it is said. */
async function warnOfMetric(master: Master, tx: Tx, { trialId, experimentId, metrics }: ReportedValidation) {
  const experiment = await tx
    .selectFrom('experiments')
    .select(['unmanaged', 'searcher_metric'])
    .where('id', '=', experimentId)
    .executeTakeFirstOrThrow();
  const metric = experiment.searcher_metric;
  if (isUnnamed(experiment) || Object.hasOwn(metrics, metric)) return;
  const taskId = (await currentTasks(tx, [{ id: trialId }])).get(trialId);
  if (taskId === undefined) return;
  const reported = Object.keys(metrics).length === 0 ? 'nothing' : namedList(Object.keys(metrics));
  const text = `The searcher's metric "${metric}" is not in the first validation, which reports: ${reported}. Until it is reported, this trial has no best value.`;
  await appendMasterLine(master, tx, taskId, 'WARNING', text);
}
