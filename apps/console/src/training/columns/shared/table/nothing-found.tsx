import { ListFilter } from 'lucide-react';
import { Button } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';

/** A filter keeps all rows away. */
export function NothingFound({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No results matching your filters"
      actions={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}
