import { maxViewName, type TableViewState } from '@determined/contract/training/table-view.ts';
import { patchTableViewRoute, postTableViewRoute } from '@determined/contract/training/view-ext-routes.ts';
import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useCall } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { focusFirstError } from '#ui/form/focus-first-error.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { TableKey } from '../kept-table.ts';
import type { TableView } from './use-views.ts';
import styles from './views.module.css';
import { useWhyNotShared } from './why-not-shared.ts';

interface SaveViewDialogProps {
  projectId: number;
  table: TableKey;
  /** The table as it is. */
  state: TableViewState;
  /** One that gets another name; else a new one is made. */
  rename?: TableView | undefined;
  /** Why it cannot be shared. */
  onSaved: (view: TableView) => void;
  onClose: () => void;
}

/** Gives the table's present state a name; for oneself, or for all who see the project. */
export function SaveViewDialog(props: SaveViewDialogProps) {
  const { projectId, table, state, rename, onClose, onSaved } = props;
  const whyNotShared = useWhyNotShared(projectId);
  const off = whyNotShared !== undefined;
  const post = useCall(postTableViewRoute);
  const patch = useCall(patchTableViewRoute);
  const error = post.error ?? patch.error;
  const form = useForm({
    initialValues: { name: rename?.name ?? '', shared: false, isDefault: false },
    validateInputOnBlur: true,
    validate: {
      name: (name) =>
        name.trim() === '' || name.trim().length > maxViewName ? `Name must be 1 ~ ${maxViewName} characters` : null,
    },
  });
  const saved = {
    onSuccess: ({ view }: { view: TableView }) => {
      onClose();
      onSaved(view);
    },
  };
  const save = ({ name, shared, isDefault }: typeof form.values) =>
    rename
      ? patch.mutate({ params: { projectId, viewId: rename.id }, body: { name } }, saved)
      : post.mutate({ params: { projectId }, body: { table, name, state, shared, isDefault } }, saved);
  return (
    <FormDialog
      title={rename ? 'Rename View' : 'Save View'}
      submit="Save"
      working={post.isPending || patch.isPending}
      problem={error ? `Unable to save view: ${messageOf(error)}` : null}
      onClose={onClose}
      onSubmit={form.onSubmit(save, focusFirstError(form))}
    >
      <TextInput label="Name" withAsterisk data-autofocus autoComplete="off" {...form.getInputProps('name')} />
      {rename ? null : (
        <>
          <label className={styles.check} title={whyNotShared}>
            <input type="checkbox" disabled={off} {...form.getInputProps('shared', { type: 'checkbox' })} /> Share in
            the project
          </label>
          <label className={styles.check} title={whyNotShared}>
            <input type="checkbox" disabled={off} {...form.getInputProps('isDefault', { type: 'checkbox' })} /> What the
            project shows by default
          </label>
          {whyNotShared ? <small className="muted">{whyNotShared}</small> : null}
        </>
      )}
    </FormDialog>
  );
}
