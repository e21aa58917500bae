import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { LocationType } from '../organisation/projects-generated.ts';
import { maxColumnId } from './column-facts.ts';

const params = z.object({ projectId: z.coerce.number().check(z.int()) });
/** What the rows of the table are. */
const of = z.enum(['experiment', 'run']);
/** With it rows that are archived count, too. */
const archived = z.optional(z.stringbool());

/** Which texts a column of a project's table holds, and in how many of its rows: what a filter may be asked for. */
export const getColumnValuesRoute = /* @__PURE__ */ extRoute({
  name: 'getColumnValues',
  method: 'GET',
  path: '/projects/{projectId}/column-values',
  params,
  query: z.object({
    of,
    /** As a filter names it, with its location. */
    column: z.string().check(z.maxLength(maxColumnId)),
    location: z.enum(LocationType),
    /** Only texts that have this in them, in capitals or not. */
    typed: z.optional(z.string().check(z.maxLength(maxColumnId))),
    archived,
    /** Only rows that it finds, as the calls for rows take it. */
    filter: z.optional(z.string()),
  }),
  /** At most 20, those of the most rows first; of tags and of choices a row may have several. Very long texts are left out. */
  reply: z.object({
    values: z.array(
      z.object({
        value: z.string(),
        count: z.number(),
        /** It is all that each of these rows has there: `=` finds them. */
        whole: z.boolean(),
      }),
    ),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['experiment', 'run', 'trial', 'metric'],
});

/** How many rows of a project's table each condition and group of a filter finds by itself, and the filter without it. */
export const getFilterCountsRoute = /* @__PURE__ */ extRoute({
  name: 'getFilterCounts',
  method: 'GET',
  path: '/projects/{projectId}/filter-counts',
  params,
  query: z.object({
    of,
    archived,
    /** As the calls for rows take it, of `mostCountedLines` at most; what it says of archived ones does not count. */
    filter: z.string(),
    /** What holds for all rows of the table: others are not counted. */
    always: z.optional(z.string()),
  }),
  reply: z.object({
    /** Rows that the table has without the filter. */
    total: z.number(),
    /** Rows that the filter finds. */
    found: z.number(),
    /** Its conditions and groups, a group before what is in it; the whole is none of them. */
    lines: z.array(z.object({ alone: z.number(), without: z.number() })),
  }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['experiment', 'run', 'trial', 'metric'],
});
