import { sql } from 'kysely';
import type { Thing } from '#platform/db/tables/identity-tables.ts';

/** What the things of an experiment belong to; the query names it `e`. */
export const ofExperiment = sql<Thing>`jsonb_build_object('kind', 'experiment', 'id', e.id::text)`.as('of');
