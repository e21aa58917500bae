import type { WorkspaceTab } from '#organisation/projects/shared/workspace-tab.ts';
import { beginLoading } from '#platform/routing/begin-loading.ts';
import { canViewModelRegistry } from '#platform/session/checks.ts';
import { later } from '#ui/primitives/later.tsx';

/** The models of one workspace, in its page. */
export const modelsTab: WorkspaceTab = {
  key: 'models',
  label: 'Model Registry',
  needs: canViewModelRegistry,
  content: later(async () => (await import('../list/workspace-models.tsx')).WorkspaceModels),
  actions: later(async () => (await import('../list/workspace-models.tsx')).NewWorkspaceModel),
  load: (workspace) =>
    beginLoading(import('../load-models.ts'), (file) => file.loadModels({ workspaces: [workspace] })),
};
