import type { Db } from '#platform/db/database.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { keepRanges } from './keep-ranges.ts';
import { MetricWriter, type Store } from './metric-writer.ts';
import { SealingJob } from './seal-metrics.ts';
import { storedGroup } from './shared/system/system-groups.ts';
import { storeAlone } from './store-alone.ts';
import { type MetricMemory, storeReports } from './store-reports.ts';

/** Both ways of storing, with one memory. */
export function storeOf(db: Db, now: () => string): Store {
  const memory: MetricMemory = { states: new Map(), names: new Set() };
  return {
    together: (tx, reports) => storeReports(tx, reports, memory, now()),
    alone: (report) => storeAlone(db, report, memory, now()),
  };
}

/** A master's way in for reports: the writer, and the job that seals what it wrote. */
export const metricKeeper = perMaster((master) => {
  const sealing = new SealingJob(master.db, (error) => master.log.warn({ err: error }, 'sealing metrics failed'));
  const writer = new MetricWriter(
    master.db,
    storeOf(master.db, () => master.clock.now().toISOString()),
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
