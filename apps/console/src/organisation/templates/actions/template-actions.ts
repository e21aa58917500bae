import {
  deleteTemplateRoute,
  getTemplateRoute,
  patchTemplateConfigRoute,
} from '@determined/contract/organisation/templates-routes.ts';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { type Action, defineAction } from '#platform/actions/action.ts';
import { canDeleteTemplate, canModifyTemplate } from '#platform/session/checks.ts';
import { type TemplateSubject, templateKind } from '../shared/template.ts';

const viewTemplate = defineAction<TemplateSubject, typeof getTemplateRoute>({
  key: 'view',
  label: 'View Template',
  icon: Eye,
  kind: templateKind,
  route: getTemplateRoute,
  request: ({ name }) => ({ templateName: name }),
  rule: () => 'acts',
  ask: async () => (await import('../forms/view-template-dialog.tsx')).ViewTemplateDialog,
  failed: 'Unable to fetch templates.',
});

const editTemplate = defineAction<TemplateSubject, typeof patchTemplateConfigRoute>({
  key: 'edit',
  label: 'Edit Template',
  icon: Pencil,
  kind: templateKind,
  needs: canModifyTemplate,
  route: patchTemplateConfigRoute,
  request: ({ name, config }) => ({ templateName: name, config }),
  rule: () => 'acts',
  ask: async () => (await import('../forms/edit-template-dialog.tsx')).EditTemplateDialog,
  failed: 'Unable to manage template.',
});

const deleteTemplate = defineAction<TemplateSubject, typeof deleteTemplateRoute>({
  key: 'delete',
  label: 'Delete Template',
  icon: Trash2,
  danger: true,
  kind: templateKind,
  needs: canDeleteTemplate,
  route: deleteTemplateRoute,
  request: ({ name }) => ({ templateName: name }),
  rule: () => 'acts',
  ask: async () => (await import('../forms/delete-template-dialog.tsx')).DeleteTemplateDialog,
  failed: 'Unable to delete template.',
});

export const templateActions: readonly Action<TemplateSubject>[] = [viewTemplate, editTemplate, deleteTemplate];
