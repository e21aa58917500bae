import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

let bed: LifeTestBed;
beforeAll(async () => {
  const pool = { pool_name: 'default', task_container_defaults: { force_pull_image: true } };
  bed = await startLifeTestBed(new ScriptedLauncher([2], 'cuda'), {
    env: {
      DET_RESOURCE_POOLS: JSON.stringify([pool]),
      DET_TASK_CONTAINER_DEFAULTS: JSON.stringify({ startup_hook: 'echo hello' }),
    },
  });
});
afterAll(() => bed.cluster.stop());

const more = 'environment: {environment_variables: {cpu: [ON=cpu], cuda: [ON=cuda, BARE]}}';

test('a task has the variables of the device that it runs on, and a start-up hook that its pool leaves to the cluster', async () => {
  await bed.create({ more });
  const task = await bed.oneRunning();
  expect(task.environment).toMatchObject({ ON: 'cuda', BARE: '' });
  expect(task.files).toEqual([
    { path: '/run/determined/dynamic-tcd-startup-hook.sh', content: 'echo hello', mode: 0o744 },
  ]);
  await bed.create({ more, slots: 0 });
  const other = await bed.oneRunning([task.allocationId]);
  expect(other.environment.ON).toBe('cpu');
});
