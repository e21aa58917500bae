import { type ComponentProps, useCallback } from 'react';
import { onLive } from '#platform/live/live.ts';
import { LogReader } from '#platform/log-reader/log-reader.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { useLogCalls } from './use-log-calls.ts';
import { useLogFields } from './use-log-fields.ts';

interface TaskLogProps
  extends Pick<ComponentProps<typeof LogReader>, 'label' | 'live' | 'search' | 'onSearch' | 'download' | 'controls'> {
  /** Undefined as long as nothing has been started. */
  taskId: string | undefined;
}

/** The log of a task, from its first line to its last. */
export function TaskLog({ taskId, ...props }: TaskLogProps) {
  if (taskId === undefined)
    return <EmptyState title="No logs yet">{worded`The trial has not been started.`}</EmptyState>;
  return <KnownTaskLog taskId={taskId} {...props} />;
}

function KnownTaskLog({ taskId, ...props }: TaskLogProps & { taskId: string }) {
  const hear = useCallback((tell: () => void) => onLive('log', 'task', taskId, tell), [taskId]);
  return (
    <LogReader
      {...props}
      {...useLogCalls(taskId)}
      logKey={taskId}
      hear={hear}
      fields={useLogFields(taskId)}
      empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
    />
  );
}
