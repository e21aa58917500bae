import type { MetricsReport } from '@determined/contract/training/training-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { Db } from '#platform/db/database.ts';
import { groupsOf, readBySteps } from '../read-rows.ts';
import { shownReport } from '../stream-metric-reports.ts';

/** A trial's reports by step, of one group or (`''`) of all. */
export async function readAllReports(db: Db, trialId: number, group: string): Promise<Input<MetricsReport>[]> {
  const reports: Input<MetricsReport>[] = [];
  for (const name of group === '' ? await groupsOf(db, trialId) : [group]) {
    for await (const rows of readBySteps(db, trialId, name)) {
      reports.push(...rows.map((row) => shownReport(trialId, name, row)));
    }
  }
  return reports.sort((left, right) => (left.totalBatches ?? 0) - (right.totalBatches ?? 0));
}
