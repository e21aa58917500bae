import { getTemplatesRoute } from '@determined/contract/organisation/templates-routes.ts';
import type { WorkspaceTab } from '#organisation/projects/shared/workspace-tab.ts';
import { prefetch } from '#platform/api/call.ts';
import { later } from '#ui/primitives/later.tsx';
import { templatesRequest } from '../list/templates-request.ts';

/** The templates of one workspace, in its page. */
export const templatesTab: WorkspaceTab = {
  key: 'templates',
  label: 'Templates',
  switch: 'task_templates',
  content: later(async () => (await import('../list/workspace-templates.tsx')).WorkspaceTemplates),
  actions: later(async () => (await import('../list/workspace-templates.tsx')).NewWorkspaceTemplate),
  load: (workspace) => prefetch(getTemplatesRoute, templatesRequest({ workspace })),
};
