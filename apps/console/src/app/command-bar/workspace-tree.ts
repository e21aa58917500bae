import { defaultFirst } from '#organisation/shared/default-first.ts';

interface Named {
  id: number;
  name: string;
}

/**
 * Workspaces with those of their projects that have the text in their name, whatever its case; with all of them where the workspace
 * has it. The one that everybody has comes first, the others as they are given.
 */
export function treeOf<W extends Named, P extends Named & { workspaceId: number }>(
  workspaces: readonly W[],
  projects: readonly P[],
  typed: string,
): { workspace: W; projects: P[] }[] {
  const text = typed.trim().toLowerCase();
  const has = ({ name }: Named) => name.toLowerCase().includes(text);
  const own = Map.groupBy(projects, ({ workspaceId }) => workspaceId);
  return defaultFirst(workspaces)
    .map((workspace) => {
      const all = own.get(workspace.id) ?? [];
      const fitting = all.filter(has);
      return { workspace, projects: fitting.length === 0 && has(workspace) ? all : fitting };
    })
    .filter(({ workspace, projects }) => has(workspace) || projects.length > 0);
}
