import { permissionDenied, unauthenticated } from '@determined/contract/errors.ts';
import type { Caller } from '#platform/http/context.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { tokenHash } from '../../../identity/sessions/shared/session-store.ts';
import { allocationChanged } from '../allocation-events.ts';

/** Tokens of running tasks: a trial reports a thousand times with one. Forgotten when the allocation changes. */
const knownTokens = perMaster((master) => {
  const known = new Map<string, { caller: Caller; until: number }>();
  master.bus.subscribe(allocationChanged, ({ allocationId }) => {
    for (const [token, { caller }] of known) {
      if (caller.session.kind === 'allocation' && caller.session.allocationId === allocationId) known.delete(token);
    }
  });
  return known;
});
const rememberMs = 2_000;

/** Who a task's own token belongs to: it acts as the owner of the task's job, while the allocation lives. */
export async function authenticateAllocation(master: Master, token: string): Promise<Caller> {
  const remembered = rememberedAllocation(master, token);
  if (remembered) return remembered;
  const row = await master.db
    .selectFrom('allocations as a')
    .innerJoin('allocation_places as p', 'p.allocation_id', 'a.id')
    .innerJoin('tasks as t', 't.id', 'a.task_id')
    .innerJoin('experiments as e', 'e.job_id', 't.job_id')
    .innerJoin('users as u', 'u.id', 'e.owner_id')
    .select(['a.id as allocation_id', 'a.task_id', 't.trial_id', 'e.id as experiment_id'])
    .select(['u.id', 'u.username', 'u.display_name', 'u.admin', 'u.active'])
    .where('p.token_hash', '=', tokenHash(token))
    .where('a.state', '<>', 'TERMINATED')
    .executeTakeFirst();
  if (!row) throw unauthenticated('invalid credentials');
  if (!row.active) throw permissionDenied('user does not have permission');
  const caller: Caller = {
    user: { id: row.id, username: row.username, displayName: row.display_name, admin: row.admin },
    session: {
      kind: 'allocation',
      allocationId: row.allocation_id,
      taskId: row.task_id,
      trialId: row.trial_id,
      experimentId: row.experiment_id,
      byCookie: false,
    },
  };
  knownTokens(master).set(token, { caller, until: master.clock.now().getTime() + rememberMs });
  return caller;
}

/** Who a task's token belongs to if it has been seen just now; told without the database. */
export function rememberedAllocation(master: Master, token: string): Caller | undefined {
  const known = knownTokens(master);
  const seen = known.get(token);
  if (seen && seen.until > master.clock.now().getTime()) return seen.caller;
  known.delete(token);
  return undefined;
}
