import { ids, optional, text, texts, wholeNumber } from '#platform/routing/search-params.ts';
import { tableSearch } from '#platform/routing/table-search.ts';
import { projectListSearch } from './project-list-search.ts';

/** What a workspace's address says of its tabs. */
export function workspaceSearch(raw: Record<string, unknown>) {
  return optional({
    ...projectListSearch(raw),
    // Each tab orders by columns of its own.
    ...tableSearch(raw),
    /** Of members, templates and models: part of a name. */
    name: text(raw, 'name'),
    /** Of the members: a role's id. */
    role: wholeNumber(raw, 'role', 1),
    /** Of the models: part of a description, tags, users. */
    description: text(raw, 'description'),
    tags: texts(raw, 'tags'),
    users: ids(raw, 'users'),
  });
}

export type WorkspaceSearch = ReturnType<typeof workspaceSearch>;
