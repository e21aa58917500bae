import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DevCluster, startDevCluster } from '@determined/dev-cluster/dev-cluster.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientPython, createdId, DetClient } from '../support/det-client.ts';

// Every command of `det` whose calls are built, in each of its forms.

let cluster: DevCluster;
let det: DetClient;
/** For files that commands read and write. */
const folder = mkdtempSync(join(tmpdir(), 'determined-commands-'));
let experiment: string;
let trial: string;
let checkpoint: string;

beforeAll(async () => {
  cluster = await startDevCluster({ launcher: 'local', env: { DET_PYTHON: clientPython(), DET_SLOTS: '1' } });
  det = new DetClient(cluster.address);
  writeFileSync(
    join(folder, 'train.py'),
    `
import determined as det
with det.core.init(tensorboard_mode=det.core.TensorboardMode.MANUAL) as core:
    for step in (1, 2):
        core.train.report_training_metrics(steps_completed=step, metrics={"loss": 2.0 / step})
        core.train.report_validation_metrics(steps_completed=step, metrics={"validation_loss": 3.0 / step})
        with core.checkpoint.store_path({"steps_completed": step}) as (path, _):
            (path / "weights.txt").write_text(str(step))
`,
  );
  writeFileSync(
    join(folder, 'config.yaml'),
    'name: for commands\nentrypoint: python3 train.py\nsearcher: {name: single, metric: validation_loss}\nmax_restarts: 0\ncheckpoint_storage: {save_trial_latest: 2}\n',
  );
  experiment = createdId(await det.det('e', 'create', join(folder, 'config.yaml'), folder, '-f'));
  await det.det('e', 'wait', experiment, '--polling-interval', '1');
  trial = /^(\d+),COMPLETED/m.exec(await det.det('e', 'list-trials', experiment, '--csv'))?.[1] ?? '';
  const best = await det.det('e', 'list-checkpoints', experiment, '--best', '1', '--csv');
  checkpoint = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(best)?.[0] ?? '';
});
afterAll(() => cluster.stop());

/** What each command prints has to match; all have to succeed. */
async function succeed(...cases: readonly (readonly [command: string, prints: RegExp])[]): Promise<void> {
  const finished = await det.runAll(cases.map(([command]) => words(command)));
  expect(
    finished.flatMap(({ code, stdout, stderr }, i) => {
      const [command, prints] = cases[i] ?? [];
      return code === 0 && prints?.test(stdout + stderr) ? [] : [{ command, prints, code, stdout, stderr }];
    }),
  ).toEqual([]);
}

/** Each command has to end with 1 and a sentence, never with a traceback. */
async function refused(...cases: readonly (readonly [command: string, says: RegExp])[]): Promise<void> {
  const finished = await det.runAll(cases.map(([command]) => words(command)));
  expect(
    finished.flatMap(({ code, stdout, stderr }, i) => {
      const [command, says] = cases[i] ?? [];
      const text = stdout + stderr;
      return code === 1 && says?.test(text) && !text.includes('Traceback') ? [] : [{ command, says, code, text }];
    }),
  ).toEqual([]);
}

/** Text in which this does not occur. */
const without = ({ source }: RegExp): RegExp => new RegExp(`^(?![^]*(?:${source}))`);

/** Blanks stand between words; `~` is a blank within one. */
const words = (command: string): string[] => command.split(' ').map((word) => word.replaceAll('~', ' '));

test('users and tokens', async () => {
  await succeed(
    ['user whoami', /'admin'/],
    ['user create anna --password Anna-Passw0rd', /^$/],
    ['user edit anna --display-name Anna~A', /Display Name/],
    ['user rename anna annie', /^$/],
    ['user link-with-agent-user annie --agent-uid 7 --agent-user u --agent-gid 8 --agent-group g', /^$/],
    ['user list', /annie +\| Anna A +\| False +\| True +\| False +\| 7 +\| 8/],
    ['user deactivate annie', /^$/],
    ['user list --all', /annie +\| Anna A +\| False +\| False/],
    ['user activate annie', /^$/],
    ['token create annie -e 5 -d for~tests --json', /"token": "[\w-]{43}"/],
    ['token list annie', /for tests/],
    ['token list annie --json', /"description": "for tests"/],
    ['token list annie --show-inactive --yaml', /description: for tests/],
    ['dev auth-token', /^[\w-]{43}\n$/],
    ['dev bindings call -y get_GetMe', /'username': 'admin'|"username": "admin"/],
    ['dev bindings list', /get_GetMe/],
    ['dev bindings list --show-unusable', /post_CreateExperiment/],
    ['user create boss --admin --password Boss-Passw0rd', /^$/],
    ['user create far --remote', /^$/],
    ['user edit boss --admin false --active false --username chief', /./],
    ['user edit far --remote false', /./],
    ['user list --all', /chief +\| +\| False +\| False +\| False/],
    ['token create annie --yaml', /^.*token: /s],
    ['help', /usage: \S+ \[-h\]/],
    ['experiment help', /usage: \S+ experiment/],
  );
  // It runs a program of its own, whose output is not the client's.
  expect(await det.det('dev', 'curl', '-x', 'api/v1/me')).toMatch(/"username": ?"admin"/);
  const [token] = JSON.parse(await det.det('token', 'list', 'annie', '--json')) as { id: number }[];
  const id = token?.id;
  await succeed(
    [`token edit ${id} --description other --json`, /"description": "other"/],
    [`token edit ${id} --description third --yaml`, /third/],
    [`token describe ${id}`, /third/],
    [`token describe ${id} --json`, /"description": "third"/],
    [`token describe ${id} --yaml`, /description: third/],
    [`token revoke ${id}`, /revoked/],
  );
  await refused(
    ['user create annie --password Anna-Passw0rd', /user already exists/],
    ['user deactivate nobody', /user not found/],
    ['token create annie -e 999', /max token lifespan/],
    ['token revoke 9999', /not found/],
  );
});

test('the master, its machines and its queue', async () => {
  const agent = (await det.det('agent', 'list', '--csv')).split('\n')[1]?.split(',')[0] ?? '';
  await succeed(
    ['version', /version: 0\.38\.1/],
    ['master info --json', /"version": "0\.38\.1"/],
    ['master info --yaml', /version: 0\.38\.1/],
    ['master config show', /log:\n +color/],
    ['master config set --log.level DEBUG --log.color off', /Successfully/],
    ['master config show --json', /"level": "debug"/],
    ['master config set --log.level INFO --log.color on', /Successfully/],
    ['master logs --tail 1', /^/],
    ['master cluster-message set -m Down~on~Sunday -d 2h', /^$/],
    ['master cluster-message get --json', /"message": "Down on Sunday"/],
    ['master cluster-message clear', /^$/],
    ['master cluster-message get', /clusterMessage: null/],
    ['agent list', new RegExp(` ${agent} `)],
    ['agent list --json', /"num_slots": 1/],
    ['slot list', /\| cpu/],
    ['slot list --csv', /FREE/],
    ['slot list --json', /"slot_id": "0"/],
    [`slot disable ${agent} 0`, /Disabled slot 0/],
    [`slot enable ${agent} 0`, /Enabled slot 0/],
    [`agent disable --drain ${agent}`, /No tasks in progress/],
    ['agent list --csv', /,False,True,/],
    ['agent enable --all', /Enabled agent/],
    ['job list', /Job Name/],
    ['job list --csv', /^#,ID/],
    ['job list --json', /"jobs": \[\]/],
    ['job list --yaml -p default', /jobs: \[\]/],
    ['task list', /Task ID/],
    ['task list --json', /\{\}/],
    ['resource-pool bindings list-workspaces default', /default/],
    ['auth list-providers', /No SSO providers/],
    ['task cleanup-logs', /Deleted 0 rows/],
    ['job list --table --limit 5 --offset 0 --pages 1 --reverse', /Job Name/],
    ['master config show --yaml', /log:\n +color/],
    ['master cluster-message set -m Soon -s 2040-01-01T00:00:00Z -e 2040-01-02T00:00:00Z', /^$/],
    ['master cluster-message get --yaml', /clusterMessage:/],
    ['master cluster-message clear --clear', /^$/],
    ['agent disable --all --json', /^/],
    ['agent list --csv', /,False,False,/],
    [`agent enable ${agent}`, /Enabled agent/],
    [`agent disable ${agent} --csv`, /^/],
    ['agent enable --all', /Enabled agent/],
  );
  await refused(
    [`slot disable ${agent} 9`, /slot '9' not found/],
    ['agent disable nosuch', /agent 'nosuch' not found/],
    ['job update nosuch -p 4', /job 'nosuch' not found/],
    ['rbac my-permissions', /RBAC commands require/],
  );
});

test('workspaces and projects', async () => {
  const stored = file('storage.yaml', 'type: shared_fs\nhost_path: /tmp\nsave_trial_best: 7\n');
  await succeed(
    ['w create Speech --default-compute-pool default', /Speech/],
    ['w edit Speech --name Voices --agent-uid 5 --agent-user u --agent-gid 6 --agent-group g', /Voices/],
    ['w describe Voices --json', /"agentUid": 5/],
    ['w list --sort-by name --order-by desc', /Voices.*Uncategorized/s],
    ['w list --json --limit 1 --offset 1', /"name": "Voices"/],
    ['w list-pools Voices', /default/],
    ['p create Voices cats --description about~cats --key CAT', /CAT/],
    ['p edit Voices cats --new_name kittens --key KIT', /KIT +\| kittens/],
    ['p list Voices --json', /"name": "kittens"/],
    ['w list-projects Voices', /kittens/],
    ['p describe Voices kittens -a', /Associated Experiments/],
    [`e move ${experiment} Voices kittens`, /Moved experiment/],
    ['p list-experiments Voices kittens', /for commands/],
    [`e move ${experiment} Uncategorized Uncategorized`, /Moved experiment/],
    ['p edit Voices kittens --description small --json', /"description": "small"/],
    ['p describe Voices kittens --json', /"name": "kittens"/],
    ['p create Voices dogs --json', /"name": "dogs"/],
    ['p list Voices --sort-by name --order-by desc --limit 1', /kittens/],
    ['p list Voices --sort-by name --limit 1 --offset 1', /kittens/],
    ['w list-projects Voices --json --sort-by name --order-by desc --limit 1', /"name": "kittens"/],
    ['w list-projects Voices --offset 1', /dogs/],
    ['p list-experiments Uncategorized Uncategorized --all --json --sort-by id --order-by desc', /"for commands"/],
    ['p list-experiments Uncategorized Uncategorized --limit 1 --offset 0', /for commands/],
    ['w edit Voices --default-compute-pool default --default-aux-pool default --json', /"name": "Voices"/],
    [`w edit Voices --checkpoint-storage-config-file ${stored}`, /Voices/],
    ['w describe Voices --json', /"save_trial_best": 7/],
    ['w edit Voices --checkpoint-storage-config {"type":"shared_fs","host_path":"/tmp","save_trial_best":8}', /Voices/],
    ['w describe Voices --json', /"save_trial_best": 8/],
    [
      'w create Stored --checkpoint-storage-config {"type":"shared_fs","host_path":"/tmp"} --default-aux-pool default --json',
      /"Stored"/,
    ],
    [
      `w create Filed --checkpoint-storage-config-file ${stored} --agent-uid 5 --agent-user u --agent-gid 6 --agent-group g`,
      /Filed/,
    ],
    ['w delete Stored --yes', /deleted/],
    ['w delete Filed --yes', /deleted/],
    ['p archive Voices kittens', /archived/],
    ['p unarchive Voices kittens', /un-archived/],
    ['w archive Voices', /archived/],
    ['w unarchive Voices', /un-archived/],
    ['p delete Voices kittens --yes', /deleted/],
    ['w delete Voices --yes', /deleted/],
  );
  await refused(
    ['w create Uncategorized', /avoid names equal to other workspaces/],
    ['w archive Uncategorized', /immutable/],
    ['p create Nowhere x', /workspace 'Nowhere' not found/],
  );
});

test('an experiment, its trial and its checkpoints', async () => {
  await succeed(
    ['e list --show_project', /Uncategorized +\| Uncategorized +\| +\d+ \| admin +\| for commands/],
    ['e list -a --csv', /for commands/],
    ['e list --pages 1 --limit 1', /for commands/],
    [`e describe ${experiment}`, /Workloads:/],
    [`e describe ${experiment} --metrics --json`, /"validation_loss"/],
    [`e describe ${experiment} --csv --metrics`, /^Experiment ID,State/m],
    [`e describe ${experiment} --outdir ${folder}`, /^/],
    [`e config ${experiment}`, /entrypoint: python3 train\.py/],
    [`e list-trials ${experiment} --limit 1 --pages 1`, /COMPLETED/],
    [`e list-checkpoints ${experiment}`, new RegExp(checkpoint)],
    [`e set name ${experiment} renamed`, /renamed/],
    [`e set description ${experiment} described`, /described/],
    [`e set log-retention ${experiment} --days 30`, /^$/],
    [
      `e set gc-policy ${experiment} --yes --save-experiment-best 1 --save-trial-best 1 --save-trial-latest 2`,
      /Set GC/,
    ],
    [`e label add ${experiment} gold`, /Added/],
    [`e label remove ${experiment} gold`, /Removed/],
    [`e archive ${experiment}`, /Archived/],
    [`e unarchive ${experiment}`, /Unarchived/],
    [`e cancel ${experiment}`, /Canceled/],
    [`e kill ${experiment}`, /Killed/],
    [`e logs ${experiment} --tail 1 --json`, /"level": "LOG_LEVEL_INFO"/],
    [`trial logs ${trial} --head 1`, /Scheduling Trial/],
    [`trial logs ${trial} --level ERROR --stdtype stderr --source task --agent-id nosuch`, /^/],
    [`trial logs ${trial} --timestamp-before 2020-01-01T00:00:00Z`, /^/],
    [`trial logs -f ${trial}`, /was terminated/],
    ...['e logs', 'trial logs'].flatMap((logs): [string, RegExp][] => {
      const of = `${logs} ${logs === 'e logs' ? experiment : trial}`;
      return [
        [`${of} --head 1`, /Scheduling Trial/],
        [`${of} --tail 1 --json`, /"level": "LOG_LEVEL_INFO"/],
        [`${of} --level INFO --source task --stdtype stdout`, without(/Scheduling Trial/)],
        [`${of} --level CRITICAL`, without(/Scheduling Trial|was terminated/)],
        [`${of} --source nosuch`, without(/Scheduling Trial|was terminated/)],
        [`${of} --stdtype stderr`, without(/Scheduling Trial/)],
        [`${of} --rank-id 7`, without(/Scheduling Trial|was terminated/)],
        [`${of} --agent-id nosuch`, without(/Scheduling Trial|was terminated/)],
        [`${of} --container-id nosuch`, without(/Scheduling Trial|was terminated/)],
        [`${of} --timestamp-before 2020-01-01T00:00:00Z`, without(/Scheduling Trial|was terminated/)],
        [`${of} --timestamp-after 2020-01-01T00:00:00Z`, /Scheduling Trial.*was terminated/s],
      ];
    }),
    [`e list --limit 1 --offset 0 --pages 1`, /for commands|renamed/],
    [`e list-trials ${experiment} --offset 1 --limit 1 --pages 1`, without(/COMPLETED/)],
    [`e set log-retention ${experiment} --forever`, /^$/],
    [`trial describe ${trial} --limit 1 --offset 0 --pages 1`, /COMPLETED/],
    [`trial set log-retention ${trial} --days 20`, /^$/],
    [`e logs -f ${experiment}`, /was terminated/],
    [`trial describe ${trial} --metrics --metrics-summary`, /"validation_metrics"/],
    [`trial describe ${trial} --json`, /"bestCheckpoint"/],
    [`trial describe ${trial} --csv`, /^Experiment ID,State/m],
    [`trial set log-retention ${trial} --forever`, /^$/],
    [`trial support-bundle ${trial} -o ${folder}`, /bundle path/],
    [`trial download ${trial} --latest -o ${join(folder, 'latest')} -q`, /latest/],
    [`e download ${experiment} --top-n 1 -o ${join(folder, 'top')} -q`, new RegExp(checkpoint)],
    [`e download-model-def ${experiment} --output-dir ${folder}`, /^$/],
    [
      `e download ${experiment} --sort-by validation_loss --smaller-is-better true --top-n 1 -o ${join(folder, 'sorted')} -q`,
      new RegExp(checkpoint),
    ],
    [
      `trial download ${trial} --best --sort-by validation_loss --smaller-is-better true -o ${join(folder, 'best')} -q`,
      /best/,
    ],
    [`checkpoint describe ${checkpoint}`, new RegExp(checkpoint)],
    [`checkpoint download ${checkpoint} --mode direct -o ${join(folder, 'direct')} -q`, /direct/],
  );
  expect(readFileSync(join(folder, 'direct', 'weights.txt'), 'utf8')).toBe('2');
  expect(readFileSync(join(folder, 'top', checkpoint, 'weights.txt'), 'utf8')).toBe('2');
  expect(readFileSync(join(folder, 'sorted', checkpoint, 'weights.txt'), 'utf8')).toBe('2');
  expect(readdirSync(folder).filter((name) => /bundle.*\.tar\.gz$|model_def\.tgz$/.test(name))).toHaveLength(2);
  expect(readdirSync(folder).filter((name) => name.endsWith('.csv'))).not.toEqual([]);
  await refused(
    [`e describe 9999`, /experiment '9999' not found/],
    [`e archive 9999`, /experiment '9999' not found/],
    [`e pause ${experiment}`, /terminal state/],
    [`trial describe 9999`, /trial '9999' not found/],
    [`trial kill ${trial}`, /experiment '\d+' not found/],
    ['checkpoint describe nosuch', /invalid UUID/],
    ['checkpoint describe 00000000-0000-4000-8000-000000000000', /not found/],
  );
});

test('a search is previewed', async () => {
  const asha = 'name: adaptive_asha, metric: x, max_trials: 8, max_time: 16, time_metric: batches';
  const search = file('search.yaml', `entrypoint: x\nsearcher: {${asha}}\nhyperparameters: {lr: 0.1}\n`);
  await succeed([`preview-search ${search}`, /5 \| train for 4 batches\n +3 \| train for 16 batches/]);
});

test('what a waiting experiment is told: settings, the queue, its end', async () => {
  const config = join(folder, 'config.yaml');
  const id = createdId(
    await det.det('e', 'create', config, folder, '--paused', '--config', 'name=over', '--config', 'labels=[a,b]'),
  );
  const beside = mkdtempSync(join(tmpdir(), 'determined-beside-'));
  writeFileSync(join(beside, 'included.txt'), 'beside the folder');
  const more = file('more.yaml', 'max_restarts: 1\n');
  const other = createdId(
    await det.det(
      'e',
      'create',
      config,
      folder,
      '--paused',
      '--include',
      join(beside, 'included.txt'),
      '--project_id',
      '1',
    ),
  );
  const waiting = /^(\d+),PAUSED/m.exec(await det.det('e', 'list-trials', other, '--csv'))?.[1];
  await succeed(
    [`e describe ${id}`, /PAUSED.*over.*a, b/s],
    [`e set max-slots ${id} none`, /max_slots/],
    [`trial kill ${waiting}`, /Killed trial/],
    [`e kill ${other}`, /Killed/],
    [`e download-model-def ${other} --output-dir ${folder}`, /^$/],
    [`e continue ${experiment} --config-file ${more} -f`, /was terminated/],
    [`e config ${experiment}`, /max_restarts: 1/],
    [`e set max-slots ${id} 4`, /max_slots/],
    [`e set priority ${id} 10`, /priority/],
    [`e set weight ${id} 3`, /weight/],
    [`e config ${id}`, /priority: 10/],
    [`e kill ${id}`, /Killed/],
  );
  await refused(
    [`e create ${config} ${folder} --project_id 99`, /project '99' not found/],
    [`e create ${config} ${folder} --config resources.slots_per_trial=8`, /slots requested exceeds cluster capacity/],
    [`e create ${config} ${folder} --config resources.resource_pool=nope`, /resource pool nope does not exist/],
    [`e create ${config} ${folder} --template foo`, /template 'foo' not found/],
    [
      `e create ${config} ${folder} --config searcher={name:~adaptive_asha,~metric:~x,~max_trials:~3}`,
      /the `adaptive_asha` searcher requires `max_time` and `time_metric` to be set/,
    ],
  );
});

function file(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

test('config policies of the cluster and of a workspace, and an experiment under them', async () => {
  const limits = file('limits.yaml', 'invariant_config: {max_restarts: 2}\nconstraints: {priority_limit: 20}\n');
  const slots = file('slots.json', '{"constraints": {"resources": {"max_slots": 1}}}');
  const unknown = file('unknown.yaml', 'constraints: {slots: 1}\n');
  const config = join(folder, 'config.yaml');
  await succeed(
    ['w create Policies', /Policies/],
    ['p create Policies ruled', /ruled/],
    ['config-policies describe experiment', /^\{\}\n\n$/],
    [
      `config-policies set experiment ${limits}`,
      /Set global experiment config policies:\nconstraints:\n {2}priority_limit: 20\n/,
    ],
    [
      `config-policies set tasks ${slots}`,
      /Set global tasks config policies:\nconstraints:\n {2}resources:\n {4}max_slots: 1\n/,
    ],
    [`config-policies set experiment ${slots} -w Policies`, /Set experiment config policies for workspace Policies:/],
    [`cp set tasks ${slots} --workspace-name Policies`, /Set tasks config policies for workspace Policies:/],
    ['config-policies describe experiment --yaml', /priority_limit: 20\n *invariant_config:\n {2}max_restarts: 2/],
    ['config-policies describe experiment --json', /"max_restarts": 2/],
    ['config-policies describe experiment -w Policies', /^constraints:\n {2}resources:\n {4}max_slots: 1\n\n$/],
    ['cp describe tasks --workspace-name Policies --json', /"max_slots": 1/],
    ['cp describe tasks', /max_slots: 1/],
  );
  const id = createdId(await det.det('e', 'create', config, folder, '--paused'));
  await succeed([`e config ${id}`, /max_restarts: 2/]);
  await refused(
    [
      `e create ${config} ${folder} --config resources.priority=19`,
      /requested priority \[19\] exceeds limit set by admin \[20\]/,
    ],
    [
      `e create ${config} ${folder} --config workspace=Policies --config project=ruled --config resources.max_slots=2`,
      /requested resources\.max_slots \[2\] exceeds limit set by admin \[1\]/,
    ],
    [`e set priority ${id} 19`, /priority exceeds task config policy's priority_limit/],
    [`config-policies set experiment ${unknown}`, /constraints: additionalProperties "slots" not allowed/],
    [`config-policies set tasks ${limits}`, /invariant config policies for tasks is not yet supported/],
    ['config-policies describe experiment -w Nowhere', /Nowhere/],
  );
  await succeed(
    [`e kill ${id}`, /Killed/],
    ['config-policies delete experiment', /Successfully deleted global EXPERIMENT config policies/],
    ['config-policies delete tasks', /Successfully deleted global NTSC config policies/],
    ['config-policies delete experiment -w Policies', /deleted EXPERIMENT config policies for workspace Policies/],
    ['cp delete tasks --workspace-name Policies', /deleted NTSC config policies for workspace Policies/],
    ['cp describe experiment', /^\{\}\n\n$/],
    ['cp describe tasks -w Policies', /^\{\}\n\n$/],
    ['w delete Policies --yes', /deleted/],
  );
});

test('templates, and an experiment with one', async () => {
  const small = file(
    'small.yaml',
    'description: from the template\nresources: {slots_per_trial: 1}\nmax_restarts: 3\n',
  );
  const other = file('other.yaml', 'max_restarts: 4\n');
  const wrong = file('wrong.yaml', 'max_restarts: many\n');
  const config = join(folder, 'config.yaml');
  await succeed(
    ['w create Templates', /Templates/],
    [`template create small ${small} -w Templates`, /Created template small/],
    [`template create here ${other}`, /Created template here/],
    ['template list', /here +\| Uncategorized.*small +\| Templates/s],
    ['template', /small/],
    ['tpl ls --details', /description: from the template.*max_restarts: 3.*slots_per_trial: 1/s],
    [
      'template describe small',
      /^description: from the template\nmax_restarts: 3\nresources:\n {2}slots_per_trial: 1\n/,
    ],
    [`template set-value config here ${small}`, /Updated template here/],
    ['template describe here', /description: from the template/],
    [`template set here ${other}`, /Set template here/],
    ['template describe here', /^max_restarts: 4\n\n$/],
    [`template set fresh ${wrong}`, /Set template fresh/],
  );
  const id = createdId(await det.det('e', 'create', config, folder, '--paused', '--template', 'small'));
  await succeed(
    // The template gives what the file leaves out; what the file says stands.
    [`e config ${id}`, /description: from the template.*max_restarts: 0/s],
    [`e kill ${id}`, /Killed/],
    ['template remove here', /Removed template here/],
    ['template rm small', /Removed template small/],
    [`e config ${id}`, /description: from the template/],
    ['w delete Templates --yes', /deleted/],
  );
  await refused(
    [
      `e create ${config} ${folder} --template fresh`,
      /template "fresh" is invalid: <config>\.max_restarts: expected integer/,
    ],
    [`template create fresh ${other}`, /template 'fresh' already exists/],
    [`template create lost ${other} -w Nowhere`, /Nowhere/],
    ['template describe none', /template 'none' not found/],
    [`template set-value config none ${other}`, /template 'none' not found/],
    ['template remove none', /template 'none' not found/],
  );
});

test('what the server does not have is said in words', async () => {
  await refused(
    ['notebook list', /Not Implemented: this server does not have GetNotebooks/],
    ['resources raw 2026-01-01T00:00:00Z 2026-02-01T00:00:00Z', /does not have GET \/resources\/allocation\/raw/],
  );
});
