import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { getWorkspacesRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import { getExperimentCheckpointsRoute } from '@determined/contract/training/checkpoints-routes.ts';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';
import { type Storage, startStorage, storageTypes } from '../support/object-stores.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

let cluster: DevCluster;
let det: DetClient;
let storage: Storage | undefined;
beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '2' } });
  det = new DetClient(cluster.address);
});
afterEach(() => storage?.stop());
afterAll(() => cluster.stop());

/** Fails once after its first checkpoint and goes on from it; saves one at each step, the worse the later, and TensorBoard files. */
async function trained(place: Storage, keep = 'save_trial_best: 9, save_trial_latest: 9'): Promise<string> {
  const folder = temporaryFolder('storages');
  writeFileSync(
    join(folder, 'train.py'),
    `
import json
import determined as det
from determined import core
latest = det.get_cluster_info().latest_checkpoint
with core.init(tensorboard_mode=core.TensorboardMode.MANUAL) as context:
    begun = 0
    if latest is not None:
        with context.checkpoint.restore_path(latest) as path:
            begun = json.loads((path / "notes" / "state.json").read_text())["step"]
    for step in range(begun + 1, 4):
        context.train.report_validation_metrics(steps_completed=step, metrics={"loss": float(step)})
        with context.checkpoint.store_path({"steps_completed": step}) as (path, _):
            (path / "weights.bin").write_bytes(bytes([step]) * 3_000_000)
            (path / "notes").mkdir()
            (path / "notes" / "state.json").write_text(json.dumps({"step": step, "begun": begun}))
        if begun == 0:
            raise SystemExit(1)
    place = context.train.get_tensorboard_path()
    place.mkdir(parents=True, exist_ok=True)
    (place / "events.out.tfevents.1").write_text("events")
    context.train.upload_tensorboard_files()
`,
  );
  const config = join(folder, 'config.yaml');
  const settings = Object.entries({ ...place.config }).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const variables = Object.entries(place.variables).map(([name, value]) => `${name}=${value}`);
  writeFileSync(
    config,
    `
name: storages
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
hyperparameters: {}
max_restarts: 1
environment: {environment_variables: ${JSON.stringify(variables)}}
checkpoint_storage: {save_experiment_best: 0, ${keep}, ${settings.join(', ')}}
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
const uuidOf = async (id: string, step: number) => (await saved(id)).find((one) => stepOf(one) === step)?.uuid ?? '';
const download = (uuid: string, accept = 'application/gzip') =>
  cluster.fetch(`/checkpoints/${uuid}`, { token: cluster.admin.token, headers: { accept } });
/** What each begins with: a tar with the name of its first entry. */
const archiveStarts = [
  ['application/x-tar', 'metadata.json\0'],
  ['application/gzip', '\x1f\x8b'],
  ['application/zip', 'PK\x03\x04'],
] as const;
const isCheckpointFile = (path: string) => /[0-9a-f]{8}-[0-9a-f-]{27}[/](weights|notes|metadata)/.test(path);
const weights = (paths: string[]) => paths.filter((path) => path.endsWith('/weights.bin')).length;
const tensorboard = (paths: string[], id: string) =>
  paths.filter((path) => path.includes(`/tensorboard/experiment/${id}/trial/`)).length;

test.each(storageTypes)(
  'a trial goes on from its checkpoint; det deletes checkpoints, files, what a policy does not keep, and experiments, in %s',
  async (type) => {
    const place = await startStorage(type, det);
    storage = place;
    const id = await trained(place);
    expect(await statesOf(id)).toEqual({ 1: 'STATE_COMPLETED', 2: 'STATE_COMPLETED', 3: 'STATE_COMPLETED' });
    const written = await place.files();
    expect(weights(written)).toBe(3);
    expect(tensorboard(written, id)).toBeGreaterThan(0);

    // Through the server, whole; the last one says what it went on from.
    const third = await uuidOf(id, 3);
    const folder = join(temporaryFolder('download'), 'third');
    await det.det('checkpoint', 'download', third, '--mode', 'master', '--output-dir', folder);
    expect(readFileSync(join(folder, 'weights.bin')).equals(Buffer.alloc(3_000_000, 3))).toBe(true);
    expect(JSON.parse(readFileSync(join(folder, 'notes/state.json'), 'utf8'))).toEqual({ step: 3, begun: 1 });
    expect(JSON.parse(readFileSync(join(folder, 'metadata.json'), 'utf8'))).toEqual({ steps_completed: 3 });
    for (const [accept, start] of archiveStarts) {
      const reply = await download(third, accept);
      expect([reply.status, reply.headers.get('content-type')]).toEqual([200, accept]);
      const bytes = Buffer.from(await reply.arrayBuffer());
      expect(bytes.length).toBeGreaterThan(accept === 'application/gzip' ? 1_000 : 3_000_000);
      expect(bytes.subarray(0, start.length).toString('latin1')).toBe(start);
    }

    // Files by glob, then a whole one.
    const second = await uuidOf(id, 2);
    await det.det('checkpoint', 'rm', second, '--glob', 'notes/*', '--yes');
    await eventually('the files are gone', async () => (await statesOf(id))[2] === 'STATE_PARTIALLY_DELETED');
    const left = (await place.files()).filter((path) => path.includes(second) && /[.]\w+$/.test(path));
    expect(left.map((path) => path.slice(path.indexOf(second) + 37)).sort()).toEqual(['metadata.json', 'weights.bin']);
    const refused = await det.run('checkpoint', 'rm', second, '--glob', '../*', '--yes');
    expect(refused.code).not.toBe(0);
    expect(refused.stderr + refused.stdout).toContain("cannot contain '..'");
    await det.det('checkpoint', 'delete', third, '--yes');
    await eventually('the checkpoint is gone', async () => (await statesOf(id))[3] === 'STATE_DELETED');
    expect((await place.files()).filter((path) => path.includes(third))).toEqual([]);
    expect((await download(third)).status).toBe(404);

    // The policy: only the best stays.
    const policy = ['--save-experiment-best', '0', '--save-trial-best', '1', '--save-trial-latest', '0'];
    const asked = await det.run('experiment', 'set', 'gc-policy', id, ...policy);
    expect(asked.stdout).toContain('This policy will delete 0 checkpoints with validations and 1 checkpoints without');
    await det.det('experiment', 'set', 'gc-policy', id, ...policy, '--yes');
    await eventually('the policy holds', async () => (await statesOf(id))[2] === 'STATE_DELETED');
    expect(await statesOf(id)).toEqual({ 1: 'STATE_COMPLETED', 2: 'STATE_DELETED', 3: 'STATE_DELETED' });
    expect(weights(await place.files())).toBe(1);

    await det.det('experiment', 'delete', id, '--yes');
    await eventually('the experiment is gone', async () => (await det.run('experiment', 'describe', id)).code !== 0);
    const stayed = await place.files();
    expect(stayed.filter(isCheckpointFile)).toEqual([]);
    expect(tensorboard(stayed, id)).toBe(0);
  },
);

test('what a storage says against a download is told to the one who asks', async () => {
  const place = await startStorage('s3', det);
  storage = place;
  const id = await trained(place);
  const trial = String((await saved(id))[0]?.training?.trialId);
  const folder = join(temporaryFolder('download'), 'best');
  // Straight from the storage, with the keys that whoever may download is given.
  await det.det('trial', 'download', trial, '--best', '--output-dir', folder);
  expect(readFileSync(join(folder, 'weights.bin')).length).toBe(3_000_000);
  await place.stop();
  const asked = await det.run('checkpoint', 'download', await uuidOf(id, 2), '--mode', 'master');
  expect(asked.code).not.toBe(0);
  expect(asked.stdout + asked.stderr).toMatch(/unable to download checkpoint .*Connection refused/s);
  expect(asked.stdout + asked.stderr).not.toContain('not-to-be-told');
});

test('at its end an experiment keeps what its policy says', async () => {
  const place = await startStorage('shared_fs', det);
  const id = await trained(place, 'save_trial_best: 1, save_trial_latest: 1');
  await eventually('the rest is gone', async () => (await statesOf(id))[2] === 'STATE_DELETED');
  expect(await statesOf(id)).toEqual({ 1: 'STATE_COMPLETED', 2: 'STATE_DELETED', 3: 'STATE_COMPLETED' });
  expect(weights(await place.files())).toBe(2);
  await det.det('experiment', 'delete-tb-files', id);
  await eventually('the TensorBoard files are gone', async () => tensorboard(await place.files(), id) === 0);
  expect(weights(await place.files())).toBe(2);
});

test('det deletes a workspace with a project that holds an ended experiment', async () => {
  const place = await startStorage('shared_fs', det);
  const id = await trained(place);
  expect(weights(await place.files())).toBe(3);
  await det.det('workspace', 'create', 'going');
  await det.det('project', 'create', 'going', 'full');
  await det.det('experiment', 'move', id, 'going', 'full');
  await det.det('workspace', 'delete', 'going', '--yes');
  const left = await place.files();
  expect([weights(left), tensorboard(left, id)]).toEqual([0, 0]);
  expect((await cluster.admin.client.call(getWorkspacesRoute, { name: 'going' })).workspaces).toEqual([]);
});
