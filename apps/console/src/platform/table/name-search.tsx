import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { Icon } from '#ui/primitives/icon.tsx';
import styles from './name-search.module.css';

/** What is typed is asked for once it has rested for so many ms. */
export const searchRest = 500;

interface NameSearchProps {
  /** Accessible name. */
  label: string;
  placeholder: string;
  value: string;
  onChange: (name: string) => void;
}

/** Looks through a list by name, once typing rests. */
export function NameSearch({ label, placeholder, value, onChange }: NameSearchProps) {
  const [typed, setTyped] = useState(value);
  const rest = useDebouncedCallback(onChange, searchRest);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={placeholder}
      size="md"
      className={styles.search}
      leftSection={<Icon of={Search} size={14} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        rest(currentTarget.value.trim());
      }}
    />
  );
}
