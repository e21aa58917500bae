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
import { latestTaskId, type Trial, trialHasEnded } from './trial.ts';

export function TrialLogs({ trial }: { trial: Trial }) {
  const taskId = latestTaskId(trial);
  if (taskId === undefined) return <EmptyState title="No logs yet">The trial has not been started.</EmptyState>;
  return <TaskLog taskId={taskId} trial={trial} />;
}

function TaskLog({ taskId, trial }: { taskId: string; trial: Trial }) {
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
      label={`Logs of trial ${trial.id}`}
      logKey={taskId}
      read={read}
      live={!trialHasEnded(trial.state)}
      hint={hint}
      wrap={wrap === 'on'}
      onWrap={(next) =>
        void navigate({ to: '.', search: (old) => ({ ...old, wrap: next ? 'on' : 'off' }), replace: true })
      }
      empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
    />
  );
}
