import { invalidArgument, notFound } from '@determined/contract/errors.ts';
import { pageRange } from '@determined/contract/paging.ts';
import type { RequestOf } from '@determined/contract/route.ts';
import type {
  getExperimentCheckpointsRoute,
  getTrialCheckpointsRoute,
} from '@determined/contract/training/checkpoints-routes.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Handler } from '#platform/http/serve.ts';
import { readCheckpoints } from './shared/checkpoint-view.ts';

type Request = Omit<RequestOf<typeof getExperimentCheckpointsRoute>, 'id'>;

export const listExperimentCheckpoints: Handler<typeof getExperimentCheckpointsRoute> = async (request, { db }) => {
  const experiment = await db
    .selectFrom('experiments')
    .select('smaller_is_better')
    .where('id', '=', request.id)
    .executeTakeFirst();
  if (!experiment) throw notFound('experiment', request.id);
  return list(db, { experiment_id: request.id }, request, experiment.smaller_is_better);
};

export const listTrialCheckpoints: Handler<typeof getTrialCheckpointsRoute> = async (request, { db }) => {
  const trial = await db
    .selectFrom('trials as t')
    .innerJoin('experiments as e', 'e.id', 't.experiment_id')
    .select('e.smaller_is_better')
    .where('t.id', '=', request.id)
    .executeTakeFirst();
  if (!trial) throw notFound('trial', request.id);
  return list(db, { trial_id: request.id }, request, trial.smaller_is_better);
};

/** Ids first: only the page is read whole. */
async function list(
  db: Db,
  of: { experiment_id: number } | { trial_id: number },
  request: Request,
  smallerIsBetter: boolean,
): Promise<Awaited<ReturnType<Handler<typeof getExperimentCheckpointsRoute>>>> {
  if (request.sortByAttr !== undefined && request.sortByMetric !== undefined) {
    throw invalidArgument('field already set for sort_by oneof');
  }
  const owner = 'trial_id' in of ? sql`trial_id = ${of.trial_id}` : sql`experiment_id = ${of.experiment_id}`;
  const states = request.states.map((state) => state.replace(/^STATE_/, ''));
  // States without a stored counterpart match nothing.
  const where = states.length > 0 ? sql`${owner} and state = any(${states}::text[])` : owner;
  const counted = await sql<{ total: number }>`select count(*) as total from checkpoints where ${where}`.execute(db);
  const { skip, take, pagination } = pageRange(request, counted.rows[0]?.total ?? 0);
  const page = await sql<{ uuid: string }>`
    select uuid from checkpoints where ${where}
    order by ${keyOf(request)} ${directionOf(request, smallerIsBetter)} nulls last, id
    limit ${take} offset ${skip}`.execute(db);
  const uuids = page.rows.map((row) => row.uuid);
  return { checkpoints: await readCheckpoints(db, uuids), pagination };
}

function directionOf(request: Request, smallerIsBetter: boolean): RawBuilder<unknown> {
  const byMetric = request.sortByMetric !== undefined || request.sortByAttr === 'SORT_BY_SEARCHER_METRIC';
  const natural = byMetric && !smallerIsBetter ? 'ORDER_BY_DESC' : 'ORDER_BY_ASC';
  const asked = request.orderBy === 'ORDER_BY_UNSPECIFIED' ? natural : request.orderBy;
  return asked === 'ORDER_BY_DESC' ? sql`desc` : sql`asc`;
}

/** What has no value, or NaN, comes last in either direction. */
function keyOf(request: Request): RawBuilder<unknown> {
  if (request.sortByMetric !== undefined) return metricKey(request.sortByMetric);
  switch (request.sortByAttr) {
    case 'SORT_BY_UUID':
      return sql`uuid`;
    case 'SORT_BY_BATCH_NUMBER':
      return sql`steps`;
    case 'SORT_BY_END_TIME':
      return sql`report_time`;
    case 'SORT_BY_STATE':
      return sql`state`;
    case 'SORT_BY_SEARCHER_METRIC':
      return sql`nullif(searcher_metric, 'NaN')`;
    default:
      return sql`trial_id`;
  }
}

/** Numbers, and texts that are read as one; what might not fit into a double is none. */
function metricKey(name: string): RawBuilder<unknown> {
  const value = sql`(validation_metrics -> ${name}::text)`;
  const text = sql`lower(trim(${value} #>> '{}'))`;
  return sql`case jsonb_typeof(${value}) when 'number' then ${value}::float8 when 'string' then case
    when ${text} ~ '^[+-]?(inf(inity)?|\\d{1,200}(\\.\\d{0,200})?(e[+-]?\\d{1,2})?)$' then ${text}::float8 end end`;
}
