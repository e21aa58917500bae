import type { Time } from '#platform/db/column-types.ts';

declare module '#platform/db/database.ts' {
  interface Database {
    project_visits: ProjectVisitsTable;
  }
}

export interface ProjectVisitsTable {
  user_id: number;
  project_id: number;
  visited_at: Time;
}
