import { LogLevel } from '@determined/contract/common-messages-generated.ts';
import type { ReplyOf } from '@determined/contract/route.ts';
import type { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import type { NumberedLine } from '../log-line.ts';

type TaskLine = ReplyOf<typeof taskLogsRoute>;

const containerIdLength = 8;

/** What the task and the trial call show alike. `ordinal` is that of the task's logs. */
export function lineView(line: NumberedLine, ordinal: number): Omit<TaskLine, 'taskId' | 'allocationId'> {
  return {
    id: String((BigInt(ordinal) << 32n) | BigInt(line.n)),
    timestamp: line.time,
    message: lineText(line),
    level: LogLevel.find((name) => name === `LOG_LEVEL_${line.level}`) ?? 'LOG_LEVEL_UNSPECIFIED',
    agentId: line.agentId ?? undefined,
    containerId: line.containerId ?? undefined,
    rankId: line.rankId ?? undefined,
    log: line.text,
    source: line.source ?? undefined,
    stdtype: line.stdtype ?? undefined,
  };
}

/** The line as the command line prints it: `[time] container [rank=N] || LEVEL: text`. */
export function lineText({ time, containerId, rankId, level, text }: NumberedLine): string {
  const parts = [
    `[${time ?? 'UNKNOWN TIME'}]`,
    (containerId ?? '').slice(0, containerIdLength).padEnd(containerId === null ? containerIdLength : 0),
  ];
  if (rankId !== null) parts.push(`[rank=${rankId}]`);
  parts.push('||');
  if (level !== null) parts.push(`${level}:`);
  return `${parts.join(' ')} ${text}`;
}
