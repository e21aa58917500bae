import { notFound } from '@determined/contract/errors.ts';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { metricKeeper } from '../../metric-keeper.ts';
import { insertSystemReports, lockTrials } from '../../metric-store.ts';
import { checkReporter } from '../../store-reports.ts';
import { metricsReported } from '../metric-events.ts';
import type { MetricReport } from '../metric-report.ts';
import type { MetricValues } from '../metric-values.ts';
import { storedGroup } from './system-groups.ts';

type SystemReport = Pick<MetricReport, 'trialId' | 'group' | 'steps' | 'time'> & { columns: MetricValues };

/** What machines had at moments, all of it or nothing. `taskId` is that of the task whose session sends it; null for a person's. */
export async function storeSystemReports(
  master: Master,
  reports: readonly SystemReport[],
  taskId: string | null,
): Promise<void> {
  await inTransaction(master.db, async (tx) => {
    const trials = await lockTrials(tx, [...new Set(reports.map((report) => report.trialId))]);
    for (const trial of trials.values()) checkReporter({ taskId }, trial);
    const stored = reports.map((report) => {
      const trial = trials.get(report.trialId);
      if (!trial) throw notFound('trial', report.trialId);
      return { ...report, runId: trial.runId };
    });
    await insertSystemReports(tx, stored);
    publish(tx, metricsReported, {
      trials: [...trials.values()].map(({ id, experimentId }) => ({ trialId: id, experimentId })),
    });
  });
  const { sealing } = metricKeeper(master);
  for (const { trialId, group, columns } of reports) {
    sealing.noteReport(trialId, storedGroup(group), Object.keys(columns).length);
  }
}
