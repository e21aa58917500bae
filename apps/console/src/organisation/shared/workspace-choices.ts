import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { useMay } from '#platform/session/may.ts';
import type { Rule } from '#platform/session/rights.ts';
import { allWorkspaces } from './all-workspaces.ts';
import { defaultFirst } from './default-first.ts';

export interface WorkspaceChoice {
  value: string;
  label: string;
}

/** The workspaces that the reader may put something into: those that are open, or of them all the one that he is in. */
export function useWorkspaceChoices(rule: Rule, only?: number): WorkspaceChoice[] {
  const may = useMay();
  const { data } = useCallQuery(getWorkspacesRoute, allWorkspaces);
  return defaultFirst(data?.workspaces ?? [])
    .filter(({ id, archived }) => (only === undefined ? !archived : id === only))
    .filter(({ id }) => may(rule, { workspaceId: id }))
    .map(({ id, name }) => ({ value: String(id), label: name }));
}
