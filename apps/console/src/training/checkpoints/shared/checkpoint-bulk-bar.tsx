import { useActions } from '#platform/actions/use-actions.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { CheckpointSubject } from '../actions/checkpoint-subject.ts';
import { deleteCheckpoint } from '../actions/delete-checkpoint.tsx';

interface CheckpointBulkBarProps {
  /** At least one. */
  checkpoints: CheckpointSubject[];
  onClear: () => void;
}

/** What is ticked, and what can be done with it: deletion is asked of those that have files. */
export function CheckpointBulkBar({ checkpoints, onClear }: CheckpointBulkBarProps) {
  const [remove] = useActions([deleteCheckpoint], checkpoints);
  return (
    <>
      <strong>{formatCount(checkpoints.length)} selected</strong>
      <Button
        variant="danger"
        disabledReason={remove ? remove.disabledReason : 'None of them has files that could be deleted'}
        onClick={() => remove?.run()}
      >
        {remove && <Icon of={remove.icon} size={14} />}
        Delete
      </Button>
      <Button variant="quiet" onClick={onClear}>
        Clear selected
      </Button>
    </>
  );
}
