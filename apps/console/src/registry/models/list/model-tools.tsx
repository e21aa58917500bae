import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import { getModelLabelsRoute } from '@determined/contract/registry/models-routes.ts';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { NameSearch } from '#platform/table/name-search.tsx';
import { Button } from '#ui/primitives/button.tsx';
import { SeveralMenu } from '#ui/primitives/several-menu.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import type { ModelSearch } from './models-request.ts';

const filters = ['name', 'description', 'workspaces', 'tags', 'users'] as const;

/** Those that are set. */
export const filtersOf = (search: ModelSearch): (typeof filters)[number][] =>
  filters.filter((filter) => search[filter] !== undefined);

interface ModelToolsProps {
  search: ModelSearch;
  onChange: (next: Partial<ModelSearch>) => void;
  /** Names by id, where models of several are listed. */
  workspaces: ReadonlyMap<number, string> | undefined;
  /** The one that one is in. */
  workspaceId: number | undefined;
}

const some = <Value,>(values: Value[]): Value[] | undefined => (values.length > 0 ? values : undefined);
const idsOf = (values: string[]): number[] | undefined => some(values.map(Number));

/** What the list is filtered by. */
export function ModelTools({ search, onChange, workspaces, workspaceId }: ModelToolsProps) {
  const labels = useCallQuery(getModelLabelsRoute, { workspaceId }).data?.labels ?? [];
  const users = useCallQuery(getUsersRoute, {}).data?.users ?? [];
  // The fields keep what is typed into them: they are others once all is cleared.
  const [fields, setFields] = useState({ drawn: 0, name: search.name ?? '', description: search.description ?? '' });
  const set = filtersOf(search);
  const clear = () => {
    setFields({ drawn: fields.drawn + 1, name: '', description: '' });
    onChange(Object.fromEntries(filters.map((filter) => [filter, undefined])));
  };
  return (
    <Tools name="Filter">
      <NameSearch
        key={`name-${fields.drawn}`}
        label="Search models"
        placeholder="Search by name"
        value={fields.name}
        onChange={(name) => onChange({ name: name || undefined })}
      />
      <NameSearch
        key={`description-${fields.drawn}`}
        label="Search descriptions"
        placeholder="Search by description"
        value={fields.description}
        onChange={(description) => onChange({ description: description || undefined })}
      />
      {workspaces ? (
        <SeveralMenu
          name="Workspace"
          value={(search.workspaces ?? []).map(String)}
          onChange={(ids) => onChange({ workspaces: idsOf(ids) })}
          options={[...workspaces].map(([id, name]) => ({ value: String(id), label: name }))}
        />
      ) : null}
      <SeveralMenu
        name="Tags"
        value={search.tags ?? []}
        onChange={(tags) => onChange({ tags: some(tags) })}
        options={labels.map((label) => ({ value: label, label }))}
      />
      <SeveralMenu
        name="User"
        value={(search.users ?? []).map(String)}
        onChange={(ids) => onChange({ users: idsOf(ids) })}
        options={users.map(({ id, username, displayName }) => ({ value: String(id), label: displayName || username }))}
      />
      {set.length > 0 ? (
        <Button variant="quiet" onClick={clear}>
          Clear Filters ({set.length})
        </Button>
      ) : null}
      <ToolsEnd>
        <Switch checked={search.archived === true} onChange={(on) => onChange({ archived: on || undefined })}>
          Show Archived
        </Switch>
      </ToolsEnd>
    </Tools>
  );
}
