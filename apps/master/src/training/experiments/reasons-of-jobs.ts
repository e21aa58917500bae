import type { Db } from '#platform/db/database.ts';
import { awayReason, readAgentRows } from '../../cluster/resource-managers/shared/agent-store.ts';

interface Told {
  jobId: string;
  trialId: number | null;
  reason: string;
}

/** Why the parts of these jobs that wait do: for slots, as the scheduler last saw it, or for their machine. */
export async function waitingReasons(db: Db, jobIds: readonly string[]): Promise<Told[]> {
  if (jobIds.length === 0) return [];
  const agents = await readAgentRows(db);
  const away = agents.filter((agent) => agent.away).map((agent) => agent.id);
  const rows = await db
    .selectFrom('allocations as a')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .leftJoin('trial_tasks as o', 'o.task_id', 't.id')
    .leftJoin('allocation_places as p', (join) =>
      join
        .onRef('p.allocation_id', '=', 'a.id')
        .on('p.state', '<>', 'ENDED')
        .on('p.agent_id', 'in', ['', ...away]),
    )
    .select(['t.job_id', 'o.trial_id', 'a.waiting_reason', 'p.agent_id'])
    .where('t.job_id', 'in', jobIds)
    .where('a.state', '<>', 'TERMINATED')
    .where((eb) => eb.or([eb('a.state', '=', 'PENDING'), eb('p.agent_id', 'is not', null)]))
    .orderBy('o.trial_id')
    .execute();
  const unseen =
    agents.length > 0
      ? 'It was just put into the queue.'
      : 'This cluster has no slots: its master was started without them.';
  return rows.map(({ job_id, trial_id, agent_id, waiting_reason }) => ({
    jobId: job_id ?? '',
    trialId: trial_id,
    reason: agent_id ? awayReason(agent_id) : waiting_reason || unseen,
  }));
}

/** How the last part of each of these jobs ended. */
export async function failureReasons(db: Db, jobIds: readonly string[]): Promise<Told[]> {
  if (jobIds.length === 0) return [];
  const rows = await db
    .selectFrom('tasks as t')
    .innerJoin('trial_tasks as o', 'o.task_id', 't.id')
    .innerJoin('allocations as a', 'a.task_id', 't.id')
    .distinctOn('t.job_id')
    .select(['t.job_id', 'o.trial_id', 'a.exit_reason'])
    .where('t.job_id', '=', (eb) => eb.fn.any(eb.val([...jobIds])))
    .where('a.exit_error', '=', true)
    .orderBy('t.job_id')
    .orderBy('a.end_time', 'desc')
    .execute();
  return rows.map(({ job_id, trial_id, exit_reason }) => {
    return { jobId: job_id ?? '', trialId: trial_id, reason: exit_reason ?? '' };
  });
}
