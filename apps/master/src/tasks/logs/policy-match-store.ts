import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { storedText } from './encoding/stored-text.ts';
import type { LinePolicy } from './line-policies.ts';

export interface MatchedLine {
  taskId: string;
  policy: LinePolicy;
  agentId: string;
  text: string;
  /** The line's number. */
  n: number;
}

/** Remembers matches in logs that the caller has locked; answers those by which a policy matched an agent's first line. */
export async function savePolicyMatches(tx: Tx, lines: readonly MatchedLine[]): Promise<MatchedLine[]> {
  const first = new Map<string, MatchedLine & { last: number }>();
  for (const line of lines) {
    const key = JSON.stringify([line.taskId, line.policy.place, line.agentId]);
    const earlier = first.get(key);
    if (earlier) earlier.last = line.n;
    else first.set(key, { ...line, last: line.n });
  }
  const rows = [...first.values()];
  if (rows.length === 0) return [];
  const column = <T>(pick: (row: (typeof rows)[number]) => T) => rows.map(pick);
  const saved = await sql<{ at: number; fresh: boolean }>`
    with given as (
      select * from unnest(
        ${column((row) => row.taskId)}::text[], ${column((row) => row.policy.place)}::integer[],
        ${column((row) => row.agentId)}::text[], ${column((row) => row.policy.name)}::text[],
        ${column((row) => row.policy.pattern)}::text[], ${column((row) => row.policy.action)}::text[],
        ${column((row) => storedText(row.text))}::text[], ${column((row) => row.last)}::bigint[])
        with ordinality as v (task_id, policy, agent_id, name, pattern, action, line, last_line, at)),
    saved as (
      insert into log_policy_matches as m (task_id, policy, agent_id, name, pattern, action, line, last_line)
      select task_id, policy, agent_id, name, pattern, action, line, last_line from given
      on conflict (task_id, policy, agent_id) do update set last_line = excluded.last_line
      returning task_id, policy, agent_id, xmax = 0 as fresh)
    select given.at::integer, saved.fresh from saved join given using (task_id, policy, agent_id)`.execute(tx);
  return saved.rows.flatMap(({ at, fresh }) => (fresh ? (rows[at - 1] ?? []) : []));
}
