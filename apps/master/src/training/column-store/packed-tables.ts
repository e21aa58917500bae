import type { Generated } from 'kysely';

declare module '#platform/db/database.ts' {
  interface Database {
    packed_blocks: PackedBlocksTable;
    packed_columns: PackedColumnsTable;
    packed_gaps: PackedGapsTable;
  }
}

export interface PackedBlocksTable {
  id: Generated<number>;
  project_id: number;
  of: 'run' | 'experiment';
  ids: Buffer;
  best: Buffer | null;
}

export interface PackedColumnsTable {
  block_id: number;
  name: string;
  data: Buffer;
}

/** Kept by triggers of the database. */
export interface PackedGapsTable {
  project_id: number;
  of: 'run' | 'experiment';
  id: number;
  since: number;
}
