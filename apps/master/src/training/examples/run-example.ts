import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import { uncategorizedProjectId } from '@determined/contract/limits.ts';
import type { getExamplesRoute, runExampleRoute } from '@determined/contract/training/example-ext-routes.ts';
import type { Context } from '#platform/http/context.ts';
import { startExperiment } from '../experiments/shared/start-experiment.ts';
import { loadExample, readExamples } from './example-catalogue.ts';

export async function getExamples(): Promise<ExtReplyOf<typeof getExamplesRoute>> {
  const examples = await readExamples();
  return { examples: examples.map(({ name, title, description, seconds }) => ({ name, title, description, seconds })) };
}

/** As if the caller had sent the example's folder, to the project that everybody has. */
export async function runExample(
  { params }: ExtRequestOf<typeof runExampleRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof runExampleRoute>> {
  const example = await loadExample(params.name);
  return { experimentId: await startExperiment(ctx, { ...example, projectId: uncategorizedProjectId }) };
}
