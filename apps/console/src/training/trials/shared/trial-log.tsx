import { trialLogsRoute } from '@determined/contract/training/trials-routes.ts';
import { FileDiff } from 'lucide-react';
import { memo, useCallback, useState } from 'react';
import { laterForm } from '#platform/actions/later-form.tsx';
import { client } from '#platform/api/client.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { TaskLog } from '#tasks/logs/shared/task-log.tsx';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { later } from '#ui/primitives/later.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { latestTaskId, type Trial, trialHasEnded } from '../../shared/trial.ts';

const CompareLogDialog = laterForm(async () => (await import('./compare-logs.tsx')).CompareLogDialog);
const ComparedLogs = later(
  async () => (await import('./compare-logs.tsx')).ComparedLogs,
  () => <TabLoading words="Loading..." />,
);

/** A trial's log, or how it differs from another's. */
export function TrialLog({ trial }: { trial: Trial }) {
  const search = useDetailSearch();
  const change = useChangeDetailSearch();
  const [asks, setAsks] = useState(false);
  const askOther = useCallback(() => setAsks(true), []);
  const { id, experimentId } = trial;
  if (search.versus !== undefined) {
    return <ComparedLogs trial={trial} otherId={search.versus} onClose={() => change({ versus: undefined })} />;
  }
  return (
    <>
      <Log
        id={id}
        experimentId={experimentId}
        taskId={latestTaskId(trial)}
        live={!trialHasEnded(trial.state)}
        onCompare={askOther}
      />
      {asks && (
        <CompareLogDialog
          trial={trial}
          onCompare={(versus) => {
            setAsks(false);
            change({ versus });
          }}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}

interface LogProps {
  id: number;
  experimentId: number;
  taskId: string | undefined;
  live: boolean;
  onCompare: () => void;
}

/** What of a trial its log knows: anything else of it may change, as it does every few seconds, and the log is not drawn again. */
const Log = memo(function Log({ id, experimentId, taskId, live, onCompare }: LogProps) {
  const search = useDetailSearch();
  const change = useChangeDetailSearch();
  return (
    <TaskLog
      label={worded`Logs of trial ${id}`}
      taskId={taskId}
      live={live}
      search={search}
      onSearch={change}
      download={{
        of: worded`trial ${id}`,
        file: `experiment_${experimentId}_trial_${id}_logs.txt`,
        command: `det trial logs ${id}`,
        lines: () => client.stream(trialLogsRoute, { trialId: id }),
      }}
      controls={<IconButton icon={FileDiff} name="Compare with…" size="xs" onClick={onCompare} />}
    />
  );
});
