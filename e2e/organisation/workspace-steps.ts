import { postWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import type { consoleTest } from '../support/console-test.ts';

/** What tests of workspaces do over and over. */
export function workspaceSteps(at: ReturnType<typeof consoleTest>) {
  let made = 0;
  const uniqueName = (name: string) => `${name} ${++made}`;
  return {
    main: () => at.page.getByRole('main'),
    dialog: () => at.page.getByRole('dialog'),
    act: async (name: string, action: string): Promise<void> => {
      await at.page.getByRole('button', { name: `Actions of ${name}`, exact: true }).click();
      await at.page.getByRole('menuitem', { name: action, exact: true }).click();
    },
    uniqueName,
    makeWorkspace: async (name: string): Promise<{ id: number; name: string }> => {
      const unique = uniqueName(name);
      const { workspace } = await at.cluster.admin.client.call(postWorkspaceRoute, { name: unique });
      return { id: workspace?.id ?? 0, name: unique };
    },
  };
}
