import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { numberOf } from '#platform/routing/search-params.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { useLogRead } from '#tasks/logs/shared/use-log-calls.ts';
import { LogDiff } from '#ui/log-viewer/diff/log-diff.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { EmptyState, ErrorState } from '#ui/primitives/notice.tsx';
import { TabLoading } from '../../shared/tab-loading.tsx';
import { latestTaskId, type Trial } from '../../shared/trial.ts';
import { useExperiment } from '../../shared/use-experiment.ts';
import { useTrial } from '../../shared/use-trial.ts';

interface CompareLogDialogProps {
  trial: Trial;
  onCompare: (trialId: number) => void;
  onClose: () => void;
}

/** So many of an experiment's trials can be chosen from; any other by its number. */
const MOST_LISTED = 200;

/** Asks for the trial whose log this one's is compared with. */
export function CompareLogDialog({ trial, onCompare, onClose }: CompareLogDialogProps) {
  const { data } = useExperiment(trial.experimentId);
  const others = (data?.experiment?.trialIds ?? []).filter((id) => id !== trial.id).slice(-MOST_LISTED);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState('');
  const [wrong, setWrong] = useState<string>();
  const { mutate, isPending, error } = useMutation({
    mutationFn: (trialId: number) => call(getTrialRoute, { trialId }),
    onSuccess: (_answer, trialId) => onCompare(trialId),
  });
  function submit() {
    const id = numberOf(chosen || typed.trim());
    if (id === undefined) setWrong(worded`Enter the number of a trial.`);
    else if (id === trial.id) setWrong(worded`This is the trial itself.`);
    else mutate(id);
  }
  return (
    <FormDialog
      title={worded`Compare the log of trial ${trial.id}`}
      submit="Compare"
      working={isPending}
      problem={error && messageOf(error)}
      onSubmit={submit}
      onClose={onClose}
    >
      {others.length > 0 && (
        <NativeSelect
          size="md"
          label="With"
          data-autofocus
          value={chosen}
          data={[
            { value: '', label: worded`Another trial, by its number` },
            ...others.map((id) => ({ value: String(id), label: worded`Trial ${id}` })),
          ]}
          onChange={({ currentTarget }) => {
            setChosen(currentTarget.value);
            setWrong(undefined);
          }}
        />
      )}
      {chosen === '' && (
        <TextInput
          size="md"
          label={worded`Number of the trial`}
          inputMode="numeric"
          data-autofocus={others.length === 0 || undefined}
          value={typed}
          error={wrong}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setWrong(undefined);
          }}
        />
      )}
    </FormDialog>
  );
}

interface ComparedLogsProps {
  trial: Trial;
  otherId: number;
  onClose: () => void;
}

/** How the latest logs of two trials differ. */
export function ComparedLogs({ trial, otherId, onClose }: ComparedLogsProps) {
  const { data, error, refetch } = useTrial(otherId);
  const back = <Button onClick={onClose}>Back to the log</Button>;
  if (error && !data) {
    const retry = <Button onClick={() => void refetch()}>Retry</Button>;
    const actions = (
      <>
        {retry} {back}
      </>
    );
    return (
      <ErrorState title={worded`Unable to read trial ${otherId}`} actions={actions}>
        {messageOf(error)}
      </ErrorState>
    );
  }
  const other = data?.trial;
  if (!other) return <TabLoading words="Loading..." />;
  const unstarted = [trial, other].find((one) => latestTaskId(one) === undefined);
  if (unstarted) {
    return (
      <EmptyState title="No logs yet" actions={back}>{worded`Trial ${unstarted.id} has not been started.`}</EmptyState>
    );
  }
  return <Diff left={trial} right={other} onClose={onClose} />;
}

function Diff({ left, right, onClose }: { left: Trial; right: Trial; onClose: () => void }) {
  const readLeft = useLogRead(latestTaskId(left) ?? '');
  const readRight = useLogRead(latestTaskId(right) ?? '');
  return (
    <LogDiff
      left={{ name: worded`trial ${left.id}`, read: readLeft }}
      right={{ name: worded`trial ${right.id}`, read: readRight }}
      failed={messageOf}
      onClose={onClose}
    />
  );
}
