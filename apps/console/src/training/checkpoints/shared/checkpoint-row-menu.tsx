import { Eye } from 'lucide-react';
import { useActions } from '#platform/actions/use-actions.ts';
import { RowMenu } from '#ui/primitives/row-menu.tsx';
import { deleteCheckpoint } from '../actions/delete-checkpoint.tsx';
import { useRegisterCheckpoint } from '../actions/register-checkpoint.ts';
import type { CheckpointSubject } from './checkpoint-subject.ts';

interface CheckpointRowMenuProps {
  checkpoint: CheckpointSubject;
  onView: () => void;
  inGrid?: boolean;
}

/** What can be done with the checkpoint of a row. */
export function CheckpointRowMenu({ checkpoint, onView, inGrid }: CheckpointRowMenuProps) {
  const actions = useActions([...useRegisterCheckpoint(), deleteCheckpoint], checkpoint);
  const view = { label: 'View Checkpoint', icon: Eye, run: onView };
  return <RowMenu inGrid={inGrid} of={`checkpoint ${checkpoint.name}`} actions={[view, ...actions]} />;
}
