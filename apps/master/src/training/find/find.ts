import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { findRoute } from '@determined/contract/training/find-ext-routes.ts';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
import { boundedSearch } from '#platform/http/bounded-search.ts';
import type { Context } from '#platform/http/context.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { has, mostResults, type Result } from './find-conditions.ts';
import { byId, experimentIds, experiments } from './find-experiments.ts';
import { type Pattern, patternsOf } from './find-patterns.ts';
import { byRank, howFound } from './find-rank.ts';

/** Names are small texts in small tables, but those of experiments: see `experimentIds`. */
export async function find(
  { query }: ExtRequestOf<typeof findRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof findRoute>> {
  const text = (query.text ?? '').trim();
  const exact = patternsOf(text);
  return boundedSearch(ctx, async (tx) => {
    let results = [...(await byId(tx, ctx, text)), ...(await byWords(tx, ctx, exact, text))];
    if (results.length === 0 && text !== '') results = await byWords(tx, ctx, patternsOf(text, 'nearly'), text);
    const once = new Map(results.map((result) => [`${result.kind} ${result.id}`, result]));
    return { results: byRank([...once.values()]).slice(0, mostResults) };
  });
}

async function byWords(tx: Tx, ctx: Context, patterns: readonly Pattern[], text: string): Promise<Result[]> {
  const ids = await experimentIds(tx, ctx, patterns);
  return [
    ...(await workspaces(tx, ctx, patterns, text)),
    ...(await projects(tx, ctx, patterns, text)),
    ...(patterns.length === 0 ? [] : await users(tx, patterns, text)),
    ...(await experiments(tx, ids, text)),
  ];
}

const lower = (column: string) => sql`lower(${sql.ref(column)} collate "und-x-icu")`;

async function workspaces(tx: Tx, ctx: Context, patterns: readonly Pattern[], text: string): Promise<Result[]> {
  const { rows } = await sql<{ id: number; name: string }>`select w.id, w.name from workspaces w
    where ${has(lower('w.name'), patterns)} and ${visible('workspace', ctx, { workspace: 'w.id' })}
    order by w.archived, w.id desc limit ${mostResults}`.execute(tx);
  return rows.map((row) => ({ kind: 'workspace', ...row, how: howFound(row, text) }));
}

async function projects(tx: Tx, ctx: Context, patterns: readonly Pattern[], text: string): Promise<Result[]> {
  const { rows } = await sql<{ id: number; name: string; workspace: string }>`
    select p.id, p.name, w.name as workspace from projects p join workspaces w on w.id = p.workspace_id
    where ${has(lower('p.name'), patterns)} and ${visible('project', ctx, { workspace: 'p.workspace_id' })}
    order by p.archived, p.id desc limit ${mostResults}`.execute(tx);
  return rows.map((row) => ({ kind: 'project', ...row, how: howFound(row, text) }));
}

/** Everybody who is signed in may know who else there is. */
async function users(tx: Tx, patterns: readonly Pattern[], text: string): Promise<Result[]> {
  const { rows } = await sql<{ id: number; name: string; username: string }>`
    select u.id, coalesce(nullif(u.display_name, ''), u.username) as name, u.username from users u
    where ${has(sql`lower((u.username || ' ' || coalesce(u.display_name, '')) collate "und-x-icu")`, patterns)} and u.active
    order by u.id limit ${mostResults}`.execute(tx);
  return rows.map((row) => ({ kind: 'user', ...row, how: howFound(row, text) }));
}
