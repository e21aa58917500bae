import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import type { ReactNode } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { plainText } from '#ui/log-viewer/ansi.ts';
import styles from './log-preview.module.css';

/** Lines of the preview. */
const PREVIEW_LINES = 100;

interface LogPreviewProps {
  taskId: string | undefined;
  live: boolean;
  /** Leads to the whole log; all of the preview follows it. */
  link: ReactNode;
}

/** The latest lines of a task's log. */
export function LogPreview({ taskId, live, link }: LogPreviewProps) {
  const { data } = useCallQuery(
    getLogLinesRoute,
    { params: { taskId: taskId ?? '' }, query: { from: -PREVIEW_LINES, count: PREVIEW_LINES } },
    { enabled: taskId !== undefined, keep: true, poll: live ? pollEvery.store : false },
  );
  if (!data || data.lines.length === 0) return null;
  return (
    <div className={styles.preview}>
      {link}
      <pre>
        {data.lines.map((line) => (
          <span key={line.n}>{plainText(line.text)}</span>
        ))}
      </pre>
    </div>
  );
}
