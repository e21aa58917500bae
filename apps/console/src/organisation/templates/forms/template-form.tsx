import { experimentConfigKeys } from '@determined/contract/training/config-keys.ts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useState } from 'react';
import { LazyCodeEditor } from '#ui/code-editor/lazy-code-editor.tsx';
import { plural } from '#ui/format/words.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import type { WorkspaceChoice } from '../../shared/workspace-choices.ts';
import { configProblem, type TemplateFields, templateChecks } from './template-fields.ts';
import styles from './template-form.module.css';

interface TemplateFormProps {
  title: string;
  initial: TemplateFields;
  workspaces: readonly WorkspaceChoice[];
  /** Why the workspace is not chosen here. */
  locked?: string;
  working: boolean;
  problem: string | null;
  onSave: (fields: TemplateFields) => void;
  onClose: () => void;
}

/** Name, workspace and configuration. What is wrong is said once a field has been left; Save waits for all of it. */
export function TemplateForm({ initial, workspaces, locked, onSave, ...dialog }: TemplateFormProps) {
  const form = useForm({
    initialValues: initial,
    validate: templateChecks,
    validateInputOnBlur: ['name', 'workspace'],
  });
  const [wroteConfig, setWroteConfig] = useState(false);
  const { name, workspace, config } = form.values;
  const wrongConfig = configProblem(config);
  const wrong = [templateChecks.name(name), templateChecks.workspace(workspace), wrongConfig].filter(Boolean).length;
  return (
    <FormDialog
      {...dialog}
      wide
      submit="Save Template"
      inactive={wrong > 0}
      note={wrong > 0 ? `${plural(wrong, 'thing')} to fix` : undefined}
      onSubmit={form.onSubmit(onSave)}
    >
      <div className={styles.pair}>
        <TextInput
          label="Name"
          withAsterisk
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          {...form.getInputProps('name')}
        />
        <NativeSelect
          label="Workspace"
          withAsterisk
          disabled={locked !== undefined}
          description={locked}
          data={[{ value: '', label: 'Choose…', disabled: true }, ...workspaces]}
          {...form.getInputProps('workspace')}
        />
      </div>
      <LazyCodeEditor
        label="Config"
        initial={initial.config}
        keys={experimentConfigKeys}
        problem={wroteConfig ? wrongConfig : null}
        onChange={(text) => form.setFieldValue('config', text)}
        onLeave={() => setWroteConfig(true)}
      />
    </FormDialog>
  );
}
