import { optional, text, wholeNumber } from '#platform/routing/search-params.ts';
import { projectListSearch } from './project-list-search.ts';

/** What a workspace's address says of its tabs. */
export function workspaceSearch(raw: Record<string, unknown>) {
  return optional({
    ...projectListSearch(raw),
    /** Of the members: part of a name, and a role's id. */
    name: text(raw, 'name'),
    role: wholeNumber(raw, 'role', 1),
    size: wholeNumber(raw, 'size', 10),
  });
}

export type WorkspaceSearch = ReturnType<typeof workspaceSearch>;
