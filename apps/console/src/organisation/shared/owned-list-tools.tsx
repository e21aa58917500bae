import { LayoutGrid, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { Tools, ToolsEnd } from '#platform/page/section.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { Switch } from '#ui/primitives/switch.tsx';
import type { Whose } from './use-owners.ts';

interface OwnedListSearch {
  whose?: Whose;
  archived?: true;
  view?: 'grid';
}

interface OwnedListToolsProps {
  /** What is listed, in the plural: "Projects". */
  things: string;
  search: OwnedListSearch;
  onChange: (next: OwnedListSearch) => void;
  /** Whether archived ones are apart from the others here. */
  archivable?: boolean;
  /** The choice of the order. */
  sort: ReactNode;
}

/** Above a list of things that have an owner: whose, archived too or not, order, table or cards. */
export function OwnedListTools({ things, search, onChange, archivable = true, sort }: OwnedListToolsProps) {
  return (
    <Tools name="Filter and order">
      <Segmented
        name={`Whose ${things.toLowerCase()}`}
        value={search.whose ?? 'all'}
        onChange={(whose) => onChange({ whose: whose === 'all' ? undefined : whose })}
        options={[
          { value: 'all', label: `All ${things}` },
          { value: 'mine', label: `My ${things}` },
          { value: 'others', label: `Others' ${things}` },
        ]}
      />
      <ToolsEnd>
        {archivable ? (
          <Switch checked={search.archived === true} onChange={(on) => onChange({ archived: on || undefined })}>
            Show Archived
          </Switch>
        ) : null}
        {sort}
        <Segmented
          name="View"
          value={search.view ?? 'list'}
          onChange={(view) => onChange({ view: view === 'grid' ? view : undefined })}
          options={[
            { value: 'grid', label: 'Grid', icon: LayoutGrid },
            { value: 'list', label: 'List', icon: List },
          ]}
        />
      </ToolsEnd>
    </Tools>
  );
}
