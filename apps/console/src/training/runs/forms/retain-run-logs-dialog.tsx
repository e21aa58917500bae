import { useState } from 'react';
import type { AskProps } from '#platform/actions/action.ts';
import { RetainLogsForm } from '../../shared/retain-logs/retain-logs-form.tsx';
import type { RunSubject } from '../actions/run-subject.ts';

/** Of these runs alone, not of the others of their searches. */
export function RetainRunLogsDialog({ action, subjects, onClose }: AskProps<RunSubject>) {
  const [runs] = useState(subjects);
  return (
    <RetainLogsForm
      action={action}
      subjects={runs}
      onClose={onClose}
      retainFor={(numDays) => ({
        ...action,
        request: ({ id }) => ({ trialId: id, numDays }),
        receipt: action.receipt && { ...action.receipt, given: { days: numDays } },
      })}
    />
  );
}
