import { searchRolesAssignableToScopeRoute } from '@determined/contract/identity/roles-routes.ts';
import type { MultiSelectProps } from '@mantine/core';
import { useCallQuery } from '#platform/api/call.ts';
import { MultiChoice } from '#ui/form/multi-choice.tsx';

interface ClusterRolesFieldProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  /** Ids of roles. */
  value: number[];
  onChange: (ids: number[]) => void;
}

/** Roles for the whole cluster; those for a workspace are given in the workspace. */
export function ClusterRolesField({ value, onChange, ...field }: ClusterRolesFieldProps) {
  const roles = useCallQuery(searchRolesAssignableToScopeRoute, { limit: 500 }).data?.roles ?? [];
  return (
    <MultiChoice
      label="Global Roles"
      description="They count in the whole cluster. A role for one workspace is given in the workspace."
      {...field}
      data={roles.map(({ roleId, name }) => ({ value: String(roleId), label: name }))}
      value={value.map(String)}
      onChange={(ids) => onChange(ids.map(Number))}
    />
  );
}
