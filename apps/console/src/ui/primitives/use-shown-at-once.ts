import { useState } from 'react';

/**
 * What a control shows: what was chosen last, from the moment it is chosen. The owner of the value may need a while, as the
 * address does, which changes when what it leads to has been read. Whatever the owner then says holds.
 */
export function useShownAtOnce<Value>(value: Value): [Value, (chosen: Value) => void] {
  const [{ of, shown }, setShown] = useState({ of: value, shown: value });
  if (of !== value) setShown({ of: value, shown: value });
  return [of === value ? shown : value, (chosen) => setShown({ of: value, shown: chosen })];
}
