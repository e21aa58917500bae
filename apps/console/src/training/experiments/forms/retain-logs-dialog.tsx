import { everyProjectId } from '@determined/contract/limits.ts';
import { putExperimentsRetainLogsRoute } from '@determined/contract/training/experiments-routes.ts';
import { useState } from 'react';
import type { Action, AskProps } from '#platform/actions/action.ts';
import { call } from '#platform/api/call.ts';
import { RetainLogsForm } from '../../shared/retain-logs/retain-logs-form.tsx';
import type { ExperimentSubject } from '../actions/experiment-subject.ts';

/** Of all trials of these experiments. */
export function RetainLogsDialog({ action, subjects, onClose }: AskProps<ExperimentSubject>) {
  const [experiments] = useState(subjects);
  return (
    <RetainLogsForm
      action={action}
      subjects={experiments}
      onClose={onClose}
      retainFor={(numDays) => retainFor(action, numDays)}
    />
  );
}

function retainFor(action: Action<ExperimentSubject>, numDays: number): typeof action {
  return {
    ...action,
    request: ({ id }) => ({ experimentId: id, numDays }),
    receipt: action.receipt && { ...action.receipt, given: { days: numDays } },
    many: async (experimentIds) =>
      // Their kind's ids are numbers.
      (
        await call(putExperimentsRetainLogsRoute, {
          projectId: everyProjectId,
          experimentIds: experimentIds as number[],
          numDays,
        })
      ).results,
  };
}
