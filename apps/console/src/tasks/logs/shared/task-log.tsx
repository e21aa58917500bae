import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { call } from '#platform/api/call.ts';
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
}

/** The log of a task, from its first line to its last; whether lines wrap stands in the address. */
export function TaskLog({ taskId, ...props }: TaskLogProps) {
  if (taskId === undefined) return <EmptyState title="No logs yet">The trial has not been started.</EmptyState>;
  return <KnownTaskLog taskId={taskId} {...props} />;
}

function KnownTaskLog({ label, taskId, live }: TaskLogProps & { taskId: string }) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const { wrap = narrow ? 'on' : 'off' } = useSearch({ strict: false });
  const navigate = useNavigate();
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
      live={live}
      hint={hint}
      wrap={wrap === 'on'}
      onWrap={(next) =>
        void navigate({ to: '.', search: (old) => ({ ...old, wrap: next ? 'on' : 'off' }), replace: true })
      }
      empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
    />
  );
}
