import { type Master, perMaster } from '#platform/master.ts';
import { taskKinds } from '../shared/task-kind.ts';
import { type LinePolicy, linePolicies, matchLines } from './line-policies.ts';
import { type LogPost, logWriter } from './log-writer.ts';

/**
 * Stores lines with what their task's log policies say to them. The policies are asked before the lines stand in the
 * writer's queue: whoever has slow ones waits for them alone. Answers as the writer does.
 */
export async function storeLines(master: Master, post: Omit<LogPost, 'matched'>): Promise<number> {
  const writer = logWriter(master);
  if (post.lines.every(({ agentId }) => agentId === null)) return writer.write(post);
  const policies = await policiesOf(master, post.taskId);
  if (policies.length === 0) return writer.write(post);
  const matches = await matchLines(policies, post.lines);
  return writer.write({ ...post, matched: { matches, at: master.clock.now() } });
}

const kept = 2_000;
/** By task; a configuration's policies never change. */
const known = perMaster(() => new Map<string, Promise<LinePolicy[]>>());

function policiesOf(master: Master, taskId: string): Promise<LinePolicy[]> {
  const tasks = known(master);
  let policies = tasks.get(taskId);
  if (!policies) {
    policies = readPolicies(master, taskId);
    policies.catch(() => tasks.delete(taskId));
    tasks.set(taskId, policies);
    // The oldest goes; a map keeps the order in which it was filled.
    if (tasks.size > kept) for (const [oldest] of tasks) if (tasks.delete(oldest)) break;
  }
  return policies;
}

async function readPolicies(master: Master, taskId: string): Promise<LinePolicy[]> {
  const task = await master.db.selectFrom('tasks').select('type').where('id', '=', taskId).executeTakeFirst();
  const kind = task && taskKinds(master).get(task.type);
  return kind ? linePolicies(await kind.logPolicies(master.db, taskId)) : [];
}
