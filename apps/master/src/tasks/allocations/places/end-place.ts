import { launchId, type TaskExit } from '@determined/launchers/launcher.ts';
import type { Tx } from '#platform/db/database.ts';
import type { StoredExit } from '#platform/db/tables/task-tables.ts';
import type { Master } from '#platform/master.ts';
import { endOfTaskSession } from '../../../identity/sessions/shared/session-store.ts';
import { appendMasterLine } from '../../logs/shared/append-master-line.ts';
import { type AllocationRow, isOpen } from '../../shared/allocation-row.ts';
import { endAllocation, lockToEnd } from '../end-allocation.ts';
import { type ExitMeaning, exitMeaning } from '../exit-meaning.ts';
import { findAllocation } from '../shared/allocation-store.ts';
import { type PlaceKey, type PlaceRow, readPlaces, updatePlace } from '../shared/place-store.ts';

/** How a part ended; one that can never be started was refused. */
export type PlaceExit = Pick<TaskExit, 'exitCode' | 'message'> & { cause: StoredExit['cause'] };

/**
 * Writes down that a part of an allocation has ended; told again it changes nothing. One that fails ends the others, what
 * is left when only daemons are is ended too, and with the last part the allocation ends.
 */
export async function endPlace(master: Master, tx: Tx, key: PlaceKey, exit: PlaceExit): Promise<void> {
  const known = await findAllocation(tx, key.allocation_id);
  const row = known && (await withSessionEnd(tx, await lockToEnd(master, tx, known)));
  const places = await readPlaces(tx, key.allocation_id);
  const place = places.find(({ rank, state }) => rank === key.rank && state !== 'ENDED');
  if (!row || !place) return;
  const stored: StoredExit = { cause: exit.cause, exitCode: exit.exitCode, message: exit.message };
  const endedAt = master.clock.now().toISOString();
  await updatePlace(tx, place, { state: 'ENDED', exit: JSON.stringify(stored), ended_at: endedAt });
  if (!isOpen(row)) return;

  const meaning = meaningOf(row, stored);
  // What its peers' end has ended says nothing of its own.
  if (meaning.said && !place.kill_requested) {
    const text = places.length === 1 ? meaning.said.text : `${launchId(row.id, place.rank)}: ${meaning.said.text}`;
    await appendMasterLine(master, tx, row.task_id, meaning.said.level, text);
  }
  const ended = [...places.filter(({ state }) => state === 'ENDED'), { ...place, exit: stored, ended_at: endedAt }];
  const open = places.filter((one) => one.state !== 'ENDED' && one !== place);
  if (open.length === 0) return endAllocation(master, tx, row, { ...decisive(row, ended), by: 'machine' });
  const failed = !place.daemon && !isClean(meaning);
  if (failed || open.every(({ daemon }) => daemon)) {
    for (const one of open) if (!one.kill_requested) await updatePlace(tx, one, { kill_requested: true });
  }
}

type EndingRow = AllocationRow & { sessionEnd?: string };

async function withSessionEnd(tx: Tx, row: AllocationRow | undefined): Promise<EndingRow | undefined> {
  return row && { ...row, sessionEnd: await endOfTaskSession(tx, row.id) };
}

/** Of the parts that count, the first that went wrong of itself decides; where none did, the last. */
function decisive(row: EndingRow, ended: readonly PlaceRow[]): Meaning {
  const counted = ended.filter(({ daemon }) => !daemon);
  const meanings = (counted.length > 0 ? counted : ended)
    .toSorted((a, b) => Number(a.kill_requested) - Number(b.kill_requested) || compare(a.ended_at, b.ended_at))
    .map(({ exit }) => meaningOf(row, exit ?? vanished));
  const own = meanings.find((meaning) => !isClean(meaning)) ?? meanings.at(-1);
  return own ?? meaningOf(row, vanished);
}

const vanished: StoredExit = { cause: 'lost', exitCode: 137, message: 'the task was lost' };

const compare = (a: string | null, b: string | null) => ((a ?? '') < (b ?? '') ? -1 : 1);

const isClean = ({ exit }: Meaning) => exit.kind === 'completed' || exit.kind === 'stopped';

/** Nothing is said where the task never was. */
type Meaning = Omit<ExitMeaning, 'said'> & Partial<Pick<ExitMeaning, 'said'>>;

function meaningOf(row: EndingRow, { cause, exitCode, message }: StoredExit): Meaning {
  if (cause !== 'refused') return exitMeaning(row, { cause, exitCode, message });
  const text = message ?? 'the task was refused';
  return { exit: { kind: 'refused', message: text }, reason: `allocation failed: ${text}` };
}

/** An allocation that was launched and has no part left that could end: who was to write its end did not live to. */
export async function endVanished(master: Master, tx: Tx, allocationId: string): Promise<void> {
  const known = await findAllocation(tx, allocationId);
  const row = known && (await withSessionEnd(tx, await lockToEnd(master, tx, known)));
  if (!row || !isOpen(row) || row.state === 'PENDING') return;
  const places = await readPlaces(tx, allocationId);
  if (places.some(({ state }) => state !== 'ENDED')) return;
  await endAllocation(master, tx, row, { ...decisive(row, places), by: 'machine' });
}
