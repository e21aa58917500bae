import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { Link } from '@tanstack/react-router';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { plainText } from '#ui/log-viewer/ansi.ts';
import { latestTaskId, type Trial, trialHasEnded } from './trial.ts';
import styles from './trial-parts.module.css';

/** Lines of the preview. */
const PREVIEW_LINES = 100;

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
      <pre>
        {data.lines.map((line) => (
          <span key={line.n}>{plainText(line.text)}</span>
        ))}
      </pre>
    </div>
  );
}
