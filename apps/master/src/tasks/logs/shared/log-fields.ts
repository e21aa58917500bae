import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { pause } from '#platform/pause.ts';
import { taskTurns } from '../follow-task.ts';

interface Fields {
  allocationIds: string[];
  agentIds: string[];
  containerIds: string[];
  rankIds: number[];
  stdtypes: string[];
  sources: string[];
}

/** So long at least between two answers of a follower. */
const pauseMs = 1_000;

/** What the lines of some tasks can be filtered by; again whenever the one that is followed has changed. */
export async function* streamFields(
  ctx: Context,
  taskIds: string[],
  followed: string | undefined,
): AsyncGenerator<Fields> {
  if (followed === undefined) {
    yield await readFields(ctx.db, taskIds);
    return;
  }
  let shown = '';
  let readAt = 0;
  for await (const _turn of taskTurns(ctx, followed)) {
    const wait = readAt + pauseMs - Date.now();
    if (wait > 0) await pause(wait, ctx.signal);
    readAt = Date.now();
    const fields = await readFields(ctx.db, taskIds);
    const text = JSON.stringify(fields);
    if (text === shown) continue;
    shown = text;
    yield fields;
  }
}

/** Distinct values of some tasks' lines, sorted; those of sealed lines stand beside their chunks. */
async function readFields(db: Db, taskIds: string[]): Promise<Fields> {
  const distinct = (ofLine: string, ofChunk: string) => sql`array(
    select distinct value from (
      select ${sql.ref(ofLine)} as value from tail
      union all select unnest(${sql.ref(ofChunk)}) from task_log_chunks where task_id = any(${taskIds})
    ) every where value is not null order by value)`;
  const { rows } = await sql<Fields>`
    with tail as materialized (
      select distinct allocation_id, agent_id, container_id, rank_id, stdtype, source
      from task_log_lines where task_id = any(${taskIds}))
    select ${distinct('allocation_id', 'allocation_ids')} as "allocationIds",
      ${distinct('agent_id', 'agent_ids')} as "agentIds",
      ${distinct('container_id', 'container_ids')} as "containerIds",
      ${distinct('rank_id', 'rank_ids')} as "rankIds",
      ${distinct('stdtype', 'stdtypes')} as stdtypes,
      ${distinct('source', 'sources')} as sources`.execute(db);
  // A selection without `from` has one row.
  return rows[0] as Fields;
}
