import { invalidArgument } from '@determined/contract/errors.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import type { JobChange, JobKind, JobSubject } from '../../cluster/job-queue/shared/job-kinds.ts';
import { poolOfJob } from '../../cluster/job-queue/shared/job-store.ts';
import { availablePools } from '../../organisation/workspaces/shared/available-pools.ts';
import { stopAllocation } from '../../tasks/allocations/shared/stop-allocation.ts';
import { type ExperimentRow, isEndedExperimentState, lockExperiment } from '../life/shared/experiment-state.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';
import { ofExperiment } from '../life/shared/of-experiment.ts';
import { checkChange } from './experiment-policies.ts';

/** Experiments as jobs: what the queue shows and changes of them. Registered as the kind EXPERIMENT. */
export function experimentJobs(master: Master): JobKind {
  return { subjects: experimentsOf, change: changer(master) };
}

async function experimentsOf(db: Db, jobIds: readonly string[]): Promise<Map<string, JobSubject>> {
  const rows = await db
    .selectFrom('experiments as e')
    .innerJoin('projects as p', 'p.id', 'e.project_id')
    .innerJoin('workspaces as w', 'w.id', 'p.workspace_id')
    .select(['e.job_id', 'e.name', 'e.progress', 'w.id as workspaceId', 'w.user_id as workspaceOwnerId'])
    .select(ofExperiment)
    .where('e.job_id', '=', (eb) => eb.fn.any(eb.val(jobIds)))
    .execute();
  return new Map(rows.map(({ job_id, progress, ...subject }) => [job_id, { ...subject, progress: progress ?? 0 }]));
}

function changer(master: Master): JobKind['change'] {
  return (db, jobId, change, userId) =>
    inTransaction(db, async (tx) => {
      const found = await tx.selectFrom('experiments').select('id').where('job_id', '=', jobId).executeTakeFirst();
      const experiment = found && (await lockExperiment(tx, found.id));
      if (!experiment || isEndedExperimentState(experiment.state)) return false;
      await changeExperiment(master, tx, experiment, change, userId);
      return true;
    });
}

async function changeExperiment(
  master: Master,
  tx: Tx,
  experiment: ExperimentRow,
  change: JobChange,
  userId: number,
): Promise<void> {
  const job = 'resourcePool' in change ? { pool: await newPool(master, tx, experiment, change.resourcePool) } : change;
  await checkChange(tx, experiment, { job });
  await editExperiment(tx, experiment, { job });
  if (!('resourcePool' in change)) return;
  // Each trial goes on in the new pool, from its last checkpoint if it had begun.
  const open = await tx
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .select('a.id')
    .where('t.job_id', '=', experiment.job_id)
    .where('a.state', '<>', 'TERMINATED')
    .execute();
  for (const { id } of open) {
    const reason = `moved to the resource pool ${change.resourcePool}`;
    await stopAllocation(master, tx, { allocationId: id, mode: 'graceful', by: 'user', userId, reason });
  }
}

async function newPool(master: Master, tx: Tx, experiment: ExperimentRow, name: string): Promise<string> {
  const { workspace_id } = await tx
    .selectFrom('projects')
    .select('workspace_id')
    .where('id', '=', experiment.project_id)
    .executeTakeFirstOrThrow();
  if (!(await availablePools(tx, master.config, workspace_id)).includes(name)) {
    throw invalidArgument(`invalid resource pool name ${name}`);
  }
  if (name === (await poolOfJob(tx, experiment.job_id)))
    throw invalidArgument(`resource pool is unchanged (${name} == ${name})`);
  return name;
}
