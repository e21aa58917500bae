import {
  patchTemplateConfigRoute,
  patchTemplateNameRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { changesOf } from '@determined/contract/staleness.ts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { stringify } from 'yaml';
import type { AskProps } from '#platform/actions/action.ts';
import { call, useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { refresh } from '#platform/api/query-client.ts';
import { toast } from '#platform/toasts.tsx';
import { allWorkspaces } from '../../shared/all-workspaces.ts';
import type { TemplateSubject } from '../shared/template.ts';
import { configOf, type TemplateFields } from './template-fields.ts';
import { TemplateForm } from './template-form.tsx';

/** Its name and its configuration; experiments keep what they began with. */
export function EditTemplateDialog({ subjects: [current], onClose }: AskProps<TemplateSubject>) {
  const [template] = useState(current);
  const before = { name: template.name, config: stringify(template.config ?? {}) };
  const { data } = useCallQuery(getWorkspacesRoute, allWorkspaces);
  const place = data?.workspaces.find(({ id }) => id === template.workspaceId);
  const save = useMutation({
    mutationFn: (fields: TemplateFields) => change(before, fields),
    // The first of two may have been done.
    onSettled: () => refresh(changesOf(patchTemplateNameRoute, { oldName: before.name, newName: before.name })),
    onSuccess: () => {
      onClose();
      toast.done('Template has been updated.');
    },
  });
  return (
    <TemplateForm
      title="Edit Template"
      initial={{ ...before, workspace: String(template.workspaceId) }}
      workspaces={[{ value: String(template.workspaceId), label: place?.name ?? `Workspace ${template.workspaceId}` }]}
      locked="A template stays in its workspace"
      working={save.isPending}
      problem={save.error ? `Unable to manage template. ${messageOf(save.error)}` : null}
      onClose={onClose}
      onSave={save.mutate}
    />
  );
}

/** The configuration first: should the new name be refused, it is found under the old one. */
async function change(
  before: Pick<TemplateFields, 'name' | 'config'>,
  { name, config }: TemplateFields,
): Promise<void> {
  if (config !== before.config)
    await call(patchTemplateConfigRoute, { templateName: before.name, config: configOf(config) });
  const newName = name.trim();
  if (newName !== before.name) await call(patchTemplateNameRoute, { oldName: before.name, newName });
}
