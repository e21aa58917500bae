import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let cluster: DevCluster;
let det: DetClient;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '2' } });
  det = new DetClient(cluster.address);
});
afterAll(() => cluster.stop());

/** Saves a checkpoint at each of its steps, the worse the later, and TensorBoard files. */
async function trained(storage: string, keep = 'save_trial_best: 9, save_trial_latest: 9'): Promise<string> {
  const folder = temporaryFolder('deletes');
  writeFileSync(
    join(folder, 'train.py'),
    `
from determined import core
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    for step in range(1, 4):
        context.train.report_validation_metrics(steps_completed=step, metrics={"loss": float(step)})
        with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
            (path / "weights.bin").write_text("w" * step)
            (path / "notes").mkdir()
            (path / "notes" / "a.txt").write_text("a")
    place = context.train.get_tensorboard_path()
    place.mkdir(parents=True, exist_ok=True)
    (place / "events.out.tfevents.1").write_text("events")
    context.train.upload_tensorboard_files()
`,
  );
  const config = join(folder, 'config.yaml');
  writeFileSync(
    config,
    `
name: deletes
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
hyperparameters: {}
max_restarts: 0
checkpoint_storage: {save_experiment_best: 0, ${keep}, ${storage}}
`,
  );
  const id = createdId(await det.det('experiment', 'create', config, folder));
  await det.det('experiment', 'wait', id, '--polling-interval', '1');
  return id;
}

const saved = async (id: string) =>
  (await cluster.admin.client.call(getExperimentCheckpointsRoute, { id: Number(id) })).checkpoints;
const stepOf = ({ metadata }: { metadata: unknown }) => (metadata as { steps_completed: number }).steps_completed;
const statesOf = async (id: string) => Object.fromEntries((await saved(id)).map((one) => [stepOf(one), one.state]));
const foldersIn = (place: string) =>
  readdirSync(place).filter((name) => /^[0-9a-f]{8}-/.test(name) && name !== cluster.master.clusterId).length;
const tensorboardOf = (place: string, id: string) =>
  join(place, cluster.master.clusterId, 'tensorboard', 'experiment', id);

test.each(['shared_fs', 'directory'])(
  'det deletes checkpoints, files, what a policy does not keep, and experiments, in %s',
  async (type) => {
    const place = temporaryFolder('checkpoints');
    const id = await trained(
      type === 'shared_fs' ? `type: shared_fs, host_path: ${place}` : `type: directory, container_path: ${place}`,
    );
    expect(foldersIn(place)).toBe(3);
    expect(existsSync(tensorboardOf(place, id))).toBe(true);
    const uuidOf = async (step: number) => (await saved(id)).find((one) => stepOf(one) === step)?.uuid ?? '';

    // Files by glob, then a whole one.
    const second = await uuidOf(2);
    await det.det('checkpoint', 'rm', second, '--glob', 'notes/*', '--yes');
    await eventually('the files are gone', async () => (await statesOf(id))[2] === 'STATE_PARTIALLY_DELETED');
    expect(existsSync(join(place, second, 'notes', 'a.txt'))).toBe(false);
    expect(existsSync(join(place, second, 'weights.bin'))).toBe(true);
    const refused = await det.run('checkpoint', 'rm', second, '--glob', '../*', '--yes');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr + refused.stdout).toContain("cannot contain '..'");
    const third = await uuidOf(3);
    await det.det('checkpoint', 'delete', third, '--yes');
    await eventually('the checkpoint is gone', async () => (await statesOf(id))[3] === 'STATE_DELETED');
    expect(existsSync(join(place, third))).toBe(false);

    // The policy: only the best stays.
    const policy = ['--save-experiment-best', '0', '--save-trial-best', '1', '--save-trial-latest', '0'];
    const asked = await det.run('experiment', 'set', 'gc-policy', id, ...policy);
    expect(asked.stdout).toContain('This policy will delete 0 checkpoints with validations and 1 checkpoints without');
    await det.det('experiment', 'set', 'gc-policy', id, ...policy, '--yes');
    await eventually('the policy holds', async () => (await statesOf(id))[2] === 'STATE_DELETED');
    expect(await statesOf(id)).toEqual({ 1: 'STATE_COMPLETED', 2: 'STATE_DELETED', 3: 'STATE_DELETED' });
    expect(foldersIn(place)).toBe(1);

    await det.det('experiment', 'delete', id, '--yes');
    await eventually('the experiment is gone', async () => (await det.run('experiment', 'describe', id)).code !== 0);
    expect(foldersIn(place)).toBe(0);
    expect(existsSync(tensorboardOf(place, id))).toBe(false);
  },
);

test('at its end an experiment keeps what its policy says', async () => {
  const place = temporaryFolder('checkpoints');
  const id = await trained(`type: shared_fs, host_path: ${place}`, 'save_trial_best: 1, save_trial_latest: 1');
  await eventually('the rest is gone', async () => (await statesOf(id))[2] === 'STATE_DELETED');
  expect(await statesOf(id)).toEqual({ 1: 'STATE_COMPLETED', 2: 'STATE_DELETED', 3: 'STATE_COMPLETED' });
  expect(foldersIn(place)).toBe(2);
  await det.det('experiment', 'delete-tb-files', id);
  await eventually('the TensorBoard files are gone', () => !existsSync(tensorboardOf(place, id)));
  expect(foldersIn(place)).toBe(2);
});
