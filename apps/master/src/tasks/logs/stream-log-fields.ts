import type { taskLogsFieldsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { StreamHandler } from '#platform/http/serve.ts';
import { streamFields } from './shared/log-fields.ts';
import { checkTask } from './stream-task-logs.ts';

/** What a task's lines can be filtered by; when following, again whenever it has changed. Facts: platform semantics 7.2. */
export const streamTaskLogsFields: StreamHandler<typeof taskLogsFieldsRoute> = async function* (request, ctx) {
  await checkTask(ctx.db, request.taskId);
  yield* streamFields(ctx, [request.taskId], request.follow ? request.taskId : undefined);
};
