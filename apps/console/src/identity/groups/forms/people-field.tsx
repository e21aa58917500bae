import { getUsersRoute } from '@determined/contract/identity/users-routes.ts';
import type { MultiSelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { displayName } from '#platform/session/session.ts';
import { MultiChoice } from '#ui/form/multi-choice.tsx';

interface PeopleFieldProps extends Omit<MultiSelectProps, 'data' | 'value' | 'onChange'> {
  /** Ids of users. */
  value: number[];
  onChange: (ids: number[]) => void;
  /** Who is not offered. */
  without?: ReadonlySet<number>;
}

/** So many are offered at a time: of more, one types a name. */
const offered = 50;
/** What is typed is asked for once it has rested for so many ms. */
const rest = 200;

/** People, found by part of their username or display name among any number of them. */
export function PeopleField({ value, onChange, without, ...field }: PeopleFieldProps) {
  const [typed, setTyped] = useState('');
  const [name] = useDebouncedValue(typed.trim(), rest);
  const asked = { name, active: true, sortBy: 'SORT_BY_NAME', limit: offered } as const;
  const found = useCallQuery(getUsersRoute, asked, { keep: true });
  // Whoever was chosen stays by name, also when another name is looked for.
  const [known, setKnown] = useState<ReadonlyMap<string, string>>(new Map());
  const here = (found.data?.users ?? []).filter(({ id }) => !without?.has(id));
  const options = new Map(known);
  for (const user of here) options.set(String(user.id), wholeName(user));
  return (
    <MultiChoice
      {...field}
      data={[...options].map(([id, label]) => ({ value: id, label }))}
      // The server has looked: what was chosen is there for its name alone.
      filter={({ options: all }) =>
        all.filter((one) => 'value' in one && here.some(({ id }) => String(id) === one.value))
      }
      value={value.map(String)}
      onChange={(ids) => {
        setKnown(new Map([...options].filter(([id]) => ids.includes(id))));
        onChange(ids.map(Number));
      }}
      searchValue={typed}
      onSearchChange={setTyped}
      nothingFoundMessage={found.isPending ? 'Looking…' : 'Nobody of that name'}
    />
  );
}

function wholeName(user: { username: string; displayName: string }): string {
  const name = displayName(user);
  return name === user.username ? name : `${name} (${user.username})`;
}
