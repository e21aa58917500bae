import type { LinkedView } from '@determined/contract/training/view-ext-routes.ts';
import type { Generated } from 'kysely';
import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    table_views: TableViewsTable;
    view_links: ViewLinksTable;
  }
}

export interface TableViewsTable {
  id: Generated<number>;
  project_id: number;
  table_key: 'experiments' | 'searches' | 'runs';
  name: string;
  owner_id: number;
  shared: boolean;
  is_default: boolean;
  /** A TableViewState as JSON. */
  state: string;
  changed_at: Time;
}

export interface ViewLinksTable {
  /** Made of the rest. */
  key: string;
  project_id: number;
  table_key: LinkedView['table'];
  /** A TableViewState as JSON, or a ComparisonView. */
  state: string;
  created_at: Time;
}
