import { TagsInput, type TagsInputProps } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useState } from 'react';
import './several-field.css';

/** Any words; those in `data` are offered as one types: an open list would lie over what stands below. */
export function TagsField(props: TagsInputProps) {
  const [typed, setTyped] = useState('');
  const [isOpen, setOpen] = useState(false);
  return (
    <TagsInput
      size="md"
      maxDropdownHeight={240}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        setOpen(text.trim() !== '');
      }}
      // Escape closes the list where there is one, and else what the field stands in.
      dropdownOpened={isOpen}
      onDropdownClose={() => setOpen(false)}
      acceptValueOnBlur
      {...props}
    />
  );
}
