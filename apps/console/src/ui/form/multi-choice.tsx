import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import '@mantine/core/styles/ScrollArea.layer.css';
import '@mantine/core/styles/Combobox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { useState } from 'react';
import './several-field.css';

/** Several of a list that is searched as one types; what was chosen stands in the field. */
export function MultiChoice(props: MultiSelectProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <MultiSelect
      size="md"
      searchable
      hidePickedOptions
      clearSearchOnChange
      maxDropdownHeight={240}
      // Asked for, it opens; once something was chosen it is out of the way of what stands below.
      openOnFocus={false}
      dropdownOpened={isOpen}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onOptionSubmit={() => setOpen(false)}
      {...props}
    />
  );
}
