import type { Allocation } from '@determined/contract/tasks/tasks-messages-generated.ts';
import type { Input } from '@determined/contract/wire/message.ts';
import type { AllocationRow } from '../../shared/allocation-row.ts';

/** An allocation as GetTask lists it: times without a zone, no slots, not how it ended. Facts: platform semantics 1.6. */
export function allocationView(row: AllocationRow): Input<Allocation> {
  const time = (value: string | null) => (value === null ? undefined : value.replace('Z', ''));
  return {
    taskId: row.task_id,
    allocationId: row.id,
    state: row.state === 'PENDING' || row.state === 'ASSIGNED' ? 'STATE_QUEUED' : `STATE_${row.state}`,
    isReady: row.is_ready ? true : undefined,
    startTime: time(row.start_time),
    endTime: time(row.end_time),
  };
}
