import type { LogPolicyAction } from '#platform/config/format/log-policies.ts';
import type { Db } from '#platform/db/database.ts';
import { readText } from '../encoding/stored-text.ts';

export interface ActingMatch {
  action: LogPolicyAction;
  pattern: string;
  agentId: string;
  /** The first line that matched. */
  line: string;
}

/** The matches of a task by which something is done, in the order of the policies. */
export async function actingMatches(db: Db, taskId: string): Promise<ActingMatch[]> {
  const rows = await db
    .selectFrom('log_policy_matches')
    .select(['action', 'pattern', 'agent_id as agentId', 'line'])
    .where('task_id', '=', taskId)
    .orderBy('policy')
    .orderBy('last_line')
    .execute();
  return rows.flatMap(({ action, ...match }) =>
    action === null ? [] : { ...match, line: readText(match.line), action },
  );
}
