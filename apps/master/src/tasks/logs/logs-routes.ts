import type { Check } from '@determined/contract/checks.ts';
import {
  findLogLinesRoute,
  findMasterLogLinesRoute,
  getLogLinesRoute,
  getMasterLogLinesRoute,
  getSingleLogLinesRoute,
  getSingleMasterLogLinesRoute,
  postAllocationLogsRoute,
} from '@determined/contract/tasks/ext-routes.ts';
import * as contract from '@determined/contract/tasks/logs-routes.ts';
import { raw, type Served, serve, serveExt } from '#platform/http/serve.ts';
import { cleanupLogs } from './cleanup-logs.ts';
import { findLogLines } from './find-log-lines.ts';
import { findMasterLogLines } from './find-master-log-lines.ts';
import { getLogLines } from './get-log-lines.ts';
import { getMasterLogLines } from './get-master-log-lines.ts';
import { getSingleLogLines } from './get-single-log-lines.ts';
import { getSingleMasterLogLines } from './get-single-master-log-lines.ts';
import { postAllocationLogs } from './post-allocation-logs.ts';
import { postTaskLogs } from './post-task-logs.ts';
import { postUnmanagedLogs } from './post-unmanaged-logs.ts';
import { streamTaskLogsFields } from './stream-log-fields.ts';
import { streamTaskLogs } from './stream-task-logs.ts';

export const logsRoutes: Served[] = [
  serve(contract.postTaskLogsRoute, postTaskLogs),
  serve(contract.taskLogsRoute, streamTaskLogs),
  serve(contract.taskLogsFieldsRoute, streamTaskLogsFields),
  serve(contract.cleanupLogsRoute, cleanupLogs),
  serveExt(getLogLinesRoute, getLogLines),
  serveExt(getSingleLogLinesRoute, getSingleLogLines),
  serveExt(findLogLinesRoute, findLogLines),
  serveExt(getMasterLogLinesRoute, getMasterLogLines),
  serveExt(getSingleMasterLogLinesRoute, getSingleMasterLogLines),
  serveExt(findMasterLogLinesRoute, findMasterLogLines),
  serveExt(postAllocationLogsRoute, postAllocationLogs),
  raw('POST', '/task-logs', postUnmanagedLogs, {
    ...contract.postTaskLogsRoute.needs,
    checks: contract.postTaskLogsRoute.needs.checks.map((check) => ({ ...check, by: 'body.task_id' }) as Check),
  }),
];
