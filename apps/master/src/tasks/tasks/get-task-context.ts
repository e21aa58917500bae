import { notFound } from '@determined/contract/errors.ts';
import type { getTaskContextDirectoryRoute } from '@determined/contract/tasks/tasks-routes.ts';
import type { BytesHandler } from '#platform/http/serve.ts';
import { refuseGone } from '../shared/refuse-gone.ts';
import { taskKinds } from '../shared/task-kind.ts';

/** Encoded so much at a time. */
const pieceBytes = 1024 * 1024;

/** The user's files of a task as a tar.gz; nothing for a task without. Facts: trial runtime 5. */
export const getTaskContextDirectory: BytesHandler<typeof getTaskContextDirectoryRoute> = async ({ taskId }, ctx) => {
  const task = await ctx.db.selectFrom('tasks').select('type').where('id', '=', taskId).executeTakeFirst();
  if (!task) throw notFound('task', taskId);
  await refuseGone(ctx.db, taskId, 'task', taskId);
  return inPieces(await taskKinds(ctx.master).get(task.type)?.context?.(ctx.db, taskId));
};

async function* inPieces(archive: Buffer = Buffer.alloc(0)): AsyncGenerator<Buffer> {
  for (let from = 0; from < archive.length; from += pieceBytes) yield archive.subarray(from, from + pieceBytes);
}
