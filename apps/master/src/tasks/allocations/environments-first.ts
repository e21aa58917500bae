import type { AllocationRequest } from '@determined/scheduler/scheduling-types.ts';
import type { Leader } from '#platform/leader/leader.ts';
import type { Master } from '#platform/master.ts';
import type { RequestRow } from '../../cluster/job-queue/shared/queue-view.ts';
import type { Making } from '../environments/shared/environment-store.ts';
import { endAllocation, lockToEnd } from './end-allocation.ts';
import type { ToldReason } from './tell-waiting-reasons.ts';

/** By environment and place. */
export type Makings = ReadonlyMap<string, ReadonlyMap<string, Making>>;

interface Request {
  row: RequestRow;
  request: AllocationRequest;
}

/** What is found out about those that cannot start yet. */
interface Found {
  refuse: { id: string; reason: string }[];
  reasons: Map<string, ToldReason>;
}

/**
 * Those requests that may be given places now: an environment is made before its task is given any, and the task goes only
 * where it has been made. The others are told why they wait, or refused where it can be made in none of the places.
 */
export function environmentsFirst(
  requests: readonly Request[],
  places: readonly string[],
  makings: Makings,
  { refuse, reasons }: Found,
  able = true,
): Request[] {
  // Where nothing takes work now, that is why they wait.
  if (places.length === 0) return [...requests];
  return requests.flatMap((one): Request[] => {
    const { row, request } = one;
    if (row.environment_id === null || row.state !== 'PENDING') return [one];
    if (!able) {
      refuse.push({ id: row.id, reason: `the resource pool ${row.resource_pool} makes no Python environments` });
      return [];
    }
    const made = makings.get(row.environment_id);
    const unready = places.filter((place) => made?.get(place)?.state !== 'READY');
    if (unready.length < places.length)
      return [{ row, request: { ...request, blockedAgents: [...request.blockedAgents, ...unready] } }];
    const failed = places.map((place) => failedSince(made?.get(place), row.requested_at));
    if (failed.every((reason) => reason !== undefined))
      refuse.push({ id: row.id, reason: `its Python environment could not be made: ${failed[0]}` });
    else reasons.set(row.id, { because: { kind: 'environment' }, text: making(made) });
    return [];
  });
}

/** What failed before it was asked for is tried again. */
const failedSince = (made: Making | undefined, requestedAt: string): string | undefined =>
  made?.state === 'FAILED' && Date.parse(made.seen_at) >= Date.parse(requestedAt) ? made.told : undefined;

function making(made: ReadonlyMap<string, Making> | undefined): string {
  const [first] = [...(made?.values() ?? [])].filter(({ state, silent }) => state === 'MAKING' && !silent);
  return first
    ? `Its Python environment is being made on ${first.place}${first.told && `: ${first.told}`}.`
    : 'Its Python environment is made first; others are being made before it.';
}

/** What cannot be prepared cannot run, nor can anything of its job that asks for the same. */
export async function refuseUnprepared(
  master: Master,
  leader: Leader,
  { id, reason }: { id: string; reason: string },
): Promise<void> {
  await leader.transaction(async (tx) => {
    const known = await tx.selectFrom('allocations').select(['id', 'task_id']).where('id', '=', id).executeTakeFirst();
    const row = known && (await lockToEnd(master, tx, known));
    if (row?.state !== 'PENDING') return;
    await endAllocation(master, tx, row, {
      exit: { kind: 'refused', message: reason, whole: true },
      by: 'machine',
      reason,
    });
  });
}
