import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useCallback, useState } from 'react';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { useServerAway } from '#platform/api/reach.ts';
import { useLive } from '#platform/live/live.ts';
import type { ReadLog } from '#ui/log-viewer/log-source.ts';
import { LogViewer } from '#ui/log-viewer/log-viewer.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { mobileQuery } from '#ui/theme/mobile.ts';

interface TaskLogProps {
  /** Accessible name. */
  label: string;
  /** Undefined as long as nothing has been started. */
  taskId: string | undefined;
  /** More lines may come. */
  live: boolean;
  /** Whether lines wrap; by default on narrow screens only. */
  wrap: 'on' | 'off' | undefined;
  onWrap: (wrap: 'on' | 'off') => void;
}

/** The log of a task, from its first line to its last. */
export function TaskLog({ taskId, ...props }: TaskLogProps) {
  if (taskId === undefined) return <EmptyState title="No logs yet">The trial has not been started.</EmptyState>;
  return <KnownTaskLog taskId={taskId} {...props} />;
}

function KnownTaskLog({ label, taskId, live, ...props }: TaskLogProps & { taskId: string }) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const wrap = props.wrap ?? (narrow ? 'on' : 'off');
  const away = useServerAway();
  const [hint, setHint] = useState(0);
  useLive('log', 'task', taskId, () => setHint((count) => count + 1));
  const read = useCallback<ReadLog>(
    ({ from, count, signal }) => call(getLogLinesRoute, { params: { taskId }, query: { from, count } }, signal),
    [taskId],
  );
  return (
    <LogViewer
      label={label}
      logKey={taskId}
      read={read}
      live={live && !away}
      hint={hint}
      wrap={wrap === 'on'}
      onWrap={(next) => props.onWrap(next ? 'on' : 'off')}
      failed={messageOf}
      empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
    />
  );
}
