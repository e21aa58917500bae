import { useActions } from '#platform/actions/use-actions.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import { deleteCheckpoint } from '../actions/delete-checkpoint.tsx';
import { useRegisterCheckpoint } from '../actions/register-checkpoint.ts';
import type { CheckpointSubject } from './checkpoint-subject.ts';

interface CheckpointBulkBarProps {
  /** At least one. */
  checkpoints: CheckpointSubject[];
  onClear: () => void;
}

/** What is ticked, and what can be done with it: registered are those that are complete, deletion is asked of those that have files. */
export function CheckpointBulkBar({ checkpoints, onClear }: CheckpointBulkBarProps) {
  const [register] = useActions(useRegisterCheckpoint(), checkpoints);
  const [remove] = useActions([deleteCheckpoint], checkpoints);
  return (
    <>
      <strong>{formatCount(checkpoints.length)} selected</strong>
      {register && (
        <Button disabledReason={register.disabledReason} onClick={register.run}>
          <Icon of={register.icon} size={14} />
          {register.label}
        </Button>
      )}
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
