import { TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';

interface DeleteByNameDialogProps {
  /** `workspace` or `project`. */
  thing: string;
  name: string;
  /** What goes with it. */
  children: ReactNode;
  /** The specification's words over the field. */
  ask: string;
  working: boolean;
  error: Error | null;
  failed: string;
  onDelete: () => void;
  onClose: () => void;
}

/** Deletes what cannot be brought back, once its name has been typed. */
export function DeleteByNameDialog(props: DeleteByNameDialogProps) {
  const { thing, name } = props;
  const [typed, setTyped] = useState('');
  return (
    <FormDialog
      title={`Delete ${thing} ${name}?`}
      submit={`Delete ${thing.charAt(0).toUpperCase()}${thing.slice(1)}`}
      danger
      inactive={typed !== name}
      working={props.working}
      problem={props.error ? `${props.failed} ${messageOf(props.error)}` : null}
      onSubmit={props.onDelete}
      onClose={props.onClose}
    >
      <p>{props.children} This cannot be undone.</p>
      <TextInput
        label={props.ask}
        data-autofocus
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
