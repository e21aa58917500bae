import { type Master, perMaster } from '#platform/master.ts';
import { keepRanges } from './keep-ranges.ts';
import { MetricWriter } from './metric-writer.ts';
import { SealingJob } from './seal-metrics.ts';
import { storedGroup } from './shared/system/system-groups.ts';
import { type MetricMemory, storeReports } from './store-reports.ts';

/** A master's way in for reports: the writer, and the job that seals what it wrote. */
export const metricKeeper = perMaster((master) => {
  const memory: MetricMemory = { states: new Map(), names: new Set() };
  const sealing = new SealingJob(master.db, (error) => master.log.warn({ err: error }, 'sealing metrics failed'));
  const writer = new MetricWriter(
    master.db,
    (tx, reports) => storeReports(tx, reports, memory, master.clock.now().toISOString()),
    (reports) => {
      for (const { trialId, group, values } of reports)
        sealing.noteReport(trialId, storedGroup(group), Object.keys(values).length);
    },
  );
  return { writer, sealing };
});

/** Starts what runs in the background; called once when the master starts. */
export function startMetrics(master: Master): void {
  const { writer, sealing } = metricKeeper(master);
  sealing.start(master);
  keepRanges(master);
  master.onStop(async () => {
    await writer.idle();
    await sealing.stop();
  });
}
