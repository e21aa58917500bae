import type { ColumnType } from 'kysely';

/** A timestamptz: ISO text in UTC with Z when read; the same, or left out for its default, when written. */
export type Time = ColumnType<string, string | undefined, string>;
export type NullableTime = ColumnType<string | null, string | null | undefined, string | null>;
