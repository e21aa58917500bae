import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** How far the curves of a trial are known to whoever asks. */
export interface Reached {
  /** The furthest step of the group's reports. */
  steps: number;
  /** How often the trial's curves had to be read anew until then. */
  resets: number;
}

/** More trials are read whole each time: a request's address has to stay short. */
const mostTrials = 500;

/** `trial.steps.resets` for each trial, in base 36; any master reads it, since it names only what is stored. */
export function writeCursor(reached: ReadonlyMap<number, Reached>): string {
  if (reached.size > mostTrials) return '';
  const text = (number: number) => number.toString(36);
  return [...reached].map(([id, { steps, resets }]) => [id, steps, resets].map(text).join('.')).join('_');
}

/** What cannot be read is not known: its curve is given whole. */
export function readCursor(cursor: string): Map<number, Reached> {
  const reached = new Map<number, Reached>();
  for (const part of cursor.split('_')) {
    const [id, steps, resets] = part.split('.').map((text) => Number.parseInt(text, 36));
    if (id === undefined || steps === undefined || resets === undefined) continue;
    if ([id, steps, resets].every(isInt32)) reached.set(id, { steps, resets });
  }
  return reached;
}

const isInt32 = (number: number) => number === (number | 0);

/** Read before the curves: what is reset while they are read is then read once more. */
export async function readResets(db: Db, trialIds: readonly number[]): Promise<Map<number, number>> {
  const found = await sql<{ trial_id: number; count: number }>`
    select trial_id, count from metric_resets where trial_id = any(${trialIds}::int[])`.execute(db);
  return new Map(found.rows.map((row) => [row.trial_id, row.count]));
}
