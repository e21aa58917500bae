import { sql } from 'kysely';
import { gauge, type StateGauges, shownMinutes } from '../../cluster/master-info/shared/state-gauges.ts';

/** Which labels and which job an experiment has. */
export const experimentGauges: StateGauges = async (registry, { db }) => {
  const labels = gauge(registry, 'det_experiment_id_label', 'a mapping of the experiment ID to the labels', [
    'experiment_id',
    'label',
  ]);
  const jobs = gauge(registry, 'det_job_id_experiment_id', 'a mapping of the job ID to the experiment ID', [
    'experiment_id',
    'job_id',
  ]);
  const experiments = await db
    .selectFrom('experiments')
    .select(['id', 'job_id', 'labels', 'end_time'])
    .where((where) =>
      where.or([
        where('end_time', 'is', null),
        where('end_time', '>', sql<string>`now() - make_interval(mins => ${shownMinutes})`),
      ]),
    )
    .orderBy('id')
    .execute();
  for (const row of experiments) {
    const value = row.end_time === null ? 1 : 0;
    jobs.set({ experiment_id: row.id, job_id: row.job_id }, value);
    // A list of texts, checked where it is written.
    for (const label of row.labels as string[]) labels.set({ experiment_id: row.id, label }, value);
  }
};
