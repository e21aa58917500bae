import { notFound } from '@determined/contract/errors.ts';
import type {
  deleteExperimentLabelRoute,
  getExperimentLabelsRoute,
  putExperimentLabelRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { sql } from 'kysely';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { visible } from '../../identity/roles/shared/visible.ts';
import { lockExperiment } from '../life/shared/experiment-state.ts';
import { editExperiment } from '../life/shared/experiment-store.ts';

/** Labels in use, the most used first. */
export const getExperimentLabels: Handler<typeof getExperimentLabelsRoute> = async ({ projectId }, ctx) => {
  const { db } = ctx;
  if (projectId !== 0) {
    const project = await db.selectFrom('projects').select('id').where('id', '=', projectId).executeTakeFirst();
    if (!project) throw notFound('project', projectId);
  }
  const found = await sql<{ label: string }>`
    select label from label_counts c
    where c.total > 0 and ${projectId === 0 ? sql`true` : sql`c.project_id = ${projectId}`}
      and ${visible('experiment', ctx, { project: 'c.project_id' })}
    group by label order by sum(c.total) desc, label collate "und-x-icu"`.execute(db);
  return { labels: found.rows.map((row) => row.label) };
};

export const putExperimentLabel: Handler<typeof putExperimentLabelRoute> = async ({ experimentId, label }, ctx) => ({
  labels: await changeLabels(ctx, experimentId, (labels) => [...labels.filter((each) => each !== label), label]),
});

export const deleteExperimentLabel: Handler<typeof deleteExperimentLabelRoute> = async (
  { experimentId, label },
  ctx,
) => ({ labels: await changeLabels(ctx, experimentId, (labels) => labels.filter((each) => each !== label)) });

async function changeLabels(ctx: Context, id: number, change: (labels: string[]) => string[]): Promise<string[]> {
  return inTransaction(ctx.db, async (tx) => {
    const experiment = await lockExperiment(tx, id);
    if (!experiment) throw notFound('experiment', id);
    const labels = change(experiment.labels);
    await editExperiment(tx, experiment, { labels });
    return labels;
  });
}
