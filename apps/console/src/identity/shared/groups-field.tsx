import { getGroupsRoute } from '@determined/contract/identity/groups-routes.ts';
import type { MultiSelectProps } from '@mantine/core';
import { useCallQuery } from '#platform/api/call.ts';
import { MultiChoice } from '#ui/form/multi-choice.tsx';

interface GroupsFieldProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  /** Ids of groups. */
  value: number[];
  onChange: (ids: number[]) => void;
}

/** So many are there to choose from. */
export const offeredGroups = 500;

export function GroupsField({ value, onChange, ...field }: GroupsFieldProps) {
  const found = useCallQuery(getGroupsRoute, { limit: offeredGroups });
  const groups = (found.data?.groups ?? []).flatMap(({ group }) => group ?? []);
  return (
    <MultiChoice
      label="Groups"
      {...field}
      error={field.error ?? (found.error ? 'Unable to fetch groups.' : undefined)}
      data={groups.map(({ groupId, name }) => ({ value: String(groupId), label: name }))}
      limit={100}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
      nothingFoundMessage="No group of that name"
    />
  );
}
