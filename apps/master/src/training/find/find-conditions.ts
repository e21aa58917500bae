import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import type { findRoute } from '@determined/contract/training/find-ext-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Pattern } from './find-patterns.ts';

export type Result = ExtReplyOf<typeof findRoute>['results'][number];

export const mostResults = 20;

/** That a text, in small letters, has every word. */
export const has = (expression: RawBuilder<unknown>, patterns: readonly Pattern[]): RawBuilder<boolean> =>
  patterns.length === 0
    ? sql`true`
    : sql.join(
        patterns.map(({ anyOf }) =>
          anyOf.length === 1 ? sql`${expression} like ${anyOf[0]}` : sql`${expression} like any(${anyOf}::text[])`,
        ),
        sql` and `,
      );
