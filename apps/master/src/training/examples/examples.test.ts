import { getExamplesRoute, runExampleRoute } from '@determined/contract/training/example-ext-routes.ts';
import { getExperimentRoute, getModelDefTreeRoute } from '@determined/contract/training/experiments-routes.ts';
import { type DevCluster, type DevUser, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

let cluster: DevCluster;
let user: DevUser;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: new ScriptedLauncher([4]) });
  user = await cluster.newUser();
});
afterAll(() => cluster.stop());

test('every example that is listed can be started by anybody, with its code', async () => {
  const { examples } = await user.client.call(getExamplesRoute, {});
  expect(examples.length).toBeGreaterThan(3);
  for (const { name, title } of examples) {
    const { experimentId } = await user.client.call(runExampleRoute, { params: { name } });
    const { experiment } = await user.client.call(getExperimentRoute, { experimentId });
    expect(experiment, title).toMatchObject({
      userId: user.id,
      projectId: 1,
      state: expect.not.stringMatching('PAUSED'),
    });
    const { files } = await user.client.call(getModelDefTreeRoute, { experimentId });
    expect(files.map((file) => file.path)).toContain('train.py');
  }
});

test('an example that is not there is not found', async () => {
  const reply = await cluster.fetch('/api/ext/v1/examples/..%2f..%2fetc/run', { method: 'POST', token: user.token });
  expect(reply.status).toBe(404);
});
