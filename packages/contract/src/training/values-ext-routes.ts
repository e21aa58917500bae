import { z } from 'zod/mini';
import { extRoute } from '../ext-route.ts';
import { LocationType } from '../organisation/projects-generated.ts';
import { maxColumnId } from './column-facts.ts';

/** Which texts a column of a project's table holds, and in how many of its rows: what a filter may be asked for. */
export const getColumnValuesRoute = /* @__PURE__ */ extRoute({
  name: 'getColumnValues',
  method: 'GET',
  path: '/projects/{projectId}/column-values',
  params: z.object({ projectId: z.coerce.number().check(z.int()) }),
  query: z.object({
    /** What the rows of the table are. */
    of: z.enum(['experiment', 'run']),
    /** As a filter names it, with its location. */
    column: z.string().check(z.maxLength(maxColumnId)),
    location: z.enum(LocationType),
    /** Only texts that have this in them, in capitals or not. */
    typed: z.optional(z.string().check(z.maxLength(maxColumnId))),
    /** With it rows that are archived count, too. */
    archived: z.optional(z.stringbool()),
    /** Only rows that it finds, as the calls for rows take it. */
    filter: z.optional(z.string()),
  }),
  /** At most 20, those of the most rows first; of tags and of choices a row may have several. Very long texts are left out. */
  reply: z.object({ values: z.array(z.object({ value: z.string(), count: z.number() })) }),
  needs: { permission: 'VIEW_EXPERIMENT_METADATA', on: 'project', by: 'params.projectId' },
  reads: ['experiment', 'run', 'trial', 'metric'],
});
