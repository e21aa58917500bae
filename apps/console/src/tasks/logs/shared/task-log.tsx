import { useMediaQuery } from '@mantine/hooks';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { useServerAway } from '#platform/api/reach.ts';
import { copyText } from '#platform/copy-text.tsx';
import { useLive } from '#platform/live/live.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { LogViewer } from '#ui/log-viewer/log-viewer.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { mobileQuery } from '#ui/theme/mobile.ts';
import { DownloadLogDialog, type LogDownload } from './download-log.tsx';
import { filterOf, type LogSearch, searchOf } from './log-search.ts';
import { useChosenLines } from './use-chosen-lines.ts';
import { useLogCalls } from './use-log-calls.ts';
import { useLogFields } from './use-log-fields.ts';

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
  /** Whether tracebacks and repeated lines are folded; by default they are. */
  fold: 'off' | undefined;
  onFold: (fold: 'off' | undefined) => void;
  /** What of it is asked for, as it stands in the address. */
  search: LogSearch;
  onSearch: (search: LogSearch) => void;
  download: LogDownload;
  /** Further controls of the bar. */
  controls?: ReactNode;
}

/** The log of a task, from its first line to its last. */
export function TaskLog({ taskId, ...props }: TaskLogProps) {
  if (taskId === undefined)
    return <EmptyState title="No logs yet">{worded`The trial has not been started.`}</EmptyState>;
  return <KnownTaskLog taskId={taskId} {...props} />;
}

function KnownTaskLog({ label, taskId, live, search, ...props }: TaskLogProps & { taskId: string }) {
  const narrow = useMediaQuery(mobileQuery, undefined, { getInitialValueInEffect: false }) ?? false;
  const wrap = props.wrap ?? (narrow ? 'on' : 'off');
  const away = useServerAway();
  const [hint, setHint] = useState(0);
  useLive('log', 'task', taskId, () => setHint((count) => count + 1));
  const fields = useLogFields(taskId);
  const [chosen, choose] = useChosenLines();
  const [downloads, setDownloads] = useState(false);
  const { read, readSingle, find } = useLogCalls(taskId);
  return (
    <>
      <LogViewer
        label={label}
        logKey={taskId}
        read={read}
        readSingle={readSingle}
        find={find}
        live={live && !away}
        hint={hint}
        filter={filterOf(search)}
        onFilter={(filter) => props.onSearch(searchOf(filter))}
        fields={fields}
        chosen={chosen}
        onChoose={choose}
        onCopy={(text, done) => void copyText(text ?? window.location.href, done)}
        wrap={wrap === 'on'}
        onWrap={(next) => props.onWrap(next ? 'on' : 'off')}
        fold={props.fold !== 'off'}
        onFold={(next) => props.onFold(next ? undefined : 'off')}
        failed={messageOf}
        empty={<EmptyState title="No logs yet">Lines show here as soon as the task writes some.</EmptyState>}
        controls={
          <>
            {props.controls}
            <IconButton icon={Download} name="Download logs" size="xs" onClick={() => setDownloads(true)} />
          </>
        }
      />
      {downloads && <DownloadLogDialog {...props.download} onClose={() => setDownloads(false)} />}
    </>
  );
}
