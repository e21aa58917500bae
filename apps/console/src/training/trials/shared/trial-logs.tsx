import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { call, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { useLive } from '#platform/live/live.ts';
import { plainText } from '#ui/log-viewer/ansi.ts';
import type { ReadLog } from '#ui/log-viewer/log-source.ts';
import { LogViewer } from '#ui/log-viewer/log-viewer.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { latestTaskId, type Trial, trialHasEnded } from './trial.ts';
import styles from './trial-parts.module.css';

/** Lines of the preview on other tabs. */
const PREVIEW_LINES = 100;

export function TrialLogs({ trial }: { trial: Trial }) {
  const taskId = latestTaskId(trial);
  if (taskId === undefined) return <EmptyState title="No logs yet">The trial has not been started.</EmptyState>;
  return <TaskLog taskId={taskId} trial={trial} />;
}

function TaskLog({ taskId, trial }: { taskId: string; trial: Trial }) {
  const { wrap = false } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [hint, setHint] = useState(0);
  useLive('log', taskId, () => setHint((count) => count + 1));
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
      wrap={wrap}
      onWrap={(next) =>
        void navigate({ to: '.', search: (old) => ({ ...old, wrap: next || undefined }), replace: true })
      }
      empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
    />
  );
}

/** The latest lines on the other tabs; following it leads to the logs. */
export function LogPreview({ trial, experimentId }: { trial: Trial; experimentId: number }) {
  const taskId = latestTaskId(trial);
  const { data } = useCallQuery(
    getLogLinesRoute,
    { params: { taskId: taskId ?? '' }, query: { from: -PREVIEW_LINES, count: PREVIEW_LINES } },
    { enabled: taskId !== undefined, keep: true, poll: trialHasEnded(trial.state) ? false : pollEvery.store },
  );
  if (!data || data.lines.length === 0) return null;
  return (
    <div className={styles.preview}>
      <Link to="/experiments/$experimentId/{-$tab}" params={{ experimentId: String(experimentId), tab: 'logs' }}>
        View logs
      </Link>
      <pre aria-label={`Latest ${PREVIEW_LINES} log lines`}>
        {data.lines.map((line) => (
          <span key={line.n}>{plainText(line.text)}</span>
        ))}
      </pre>
    </div>
  );
}
