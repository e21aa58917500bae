import { ListFilter } from 'lucide-react';
import { Button } from '#ui/primitives/button.tsx';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { noFilter } from '../filter-set.ts';
import type { WithoutOneProps } from './tools/without-one.tsx';

// Whoever goes without it can clear the filter.
const WithoutOne = later(
  async () => (await import('./tools/without-one.tsx')).WithoutOne,
  () => null,
  () => null,
);

/** A filter keeps all rows away. */
export function NothingFound(props: WithoutOneProps) {
  return (
    <EmptyState
      icon={ListFilter}
      title="No results matching your filters"
      actions={
        <>
          <WithoutOne {...props} />
          <Button onClick={() => props.table.setFilter(noFilter)}>Clear filters</Button>
        </>
      }
    />
  );
}
