import type { Selectable } from 'kysely';
import type { AllocationsTable } from '#platform/db/tables/task-tables.ts';

export type AllocationRow = Selectable<AllocationsTable>;

/** Terminal and only terminal. */
export const isOpen = (row: Pick<AllocationRow, 'state'>): boolean => row.state !== 'TERMINATED';
