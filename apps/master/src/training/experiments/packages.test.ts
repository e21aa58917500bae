import { getMasterConfigRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import {
  getEffectiveConfigRoute,
  previewEffectiveConfigRoute,
} from '@determined/contract/training/effective-config-ext-routes.ts';
import {
  continueExperimentRoute,
  createExperimentRoute,
  deleteExperimentRoute,
  getExperimentRoute,
  killExperimentRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getWaitingHistoryRoute, getWaitingReasonsRoute } from '@determined/contract/training/ext-routes.ts';
import { eventually } from '@determined/dev-cluster/eventually.ts';
import { failureOf } from '@determined/dev-cluster/refusal.ts';
import { ScriptedLauncher } from '@determined/dev-cluster/scripted-launcher.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LifeTestBed, startLifeTestBed } from './testing/life-test-bed.ts';

const index = 'https://me:hidden@packages.example/simple';
const shownIndex = 'https://********@packages.example/simple';

let bed: LifeTestBed;
const machines = new ScriptedLauncher([2]);
const { environments } = machines;
beforeAll(async () => {
  bed = await startLifeTestBed(machines, {
    env: { DET_TASK_CONTAINER_DEFAULTS: JSON.stringify({ python: { index } }) },
  });
});
afterAll(() => bed.cluster.stop());

const asking = (requirements: string) => ({ more: `environment: {python: {requirements: ${requirements}}}` });
const isMade = (words: string) => eventually(`${words} is made`, () => environments.making().includes(words));

async function reasonOf(experimentId: number): Promise<string | undefined> {
  const { reasons } = await bed.cluster.admin.client.call(getWaitingReasonsRoute, { params: { experimentId } });
  return reasons[0]?.reason;
}

async function logOf(experimentId: number): Promise<string> {
  const { db } = bed.cluster.master;
  const { task_id: taskId } = await db
    .selectFrom('trial_tasks as k')
    .innerJoin('trials as t', 't.id', 'k.trial_id')
    .select('k.task_id')
    .where('t.experiment_id', '=', experimentId)
    .executeTakeFirstOrThrow();
  const lines: string[] = [];
  for await (const { log } of bed.cluster.admin.client.stream(taskLogsRoute, { taskId })) lines.push(log);
  return lines.join('');
}

interface Sent {
  files?: Record<string, string>;
  validateOnly?: boolean;
  parentId?: number;
}

/** Sends an experiment that asks for these requirements. */
function send(requirements: string, { files = {}, ...more }: Sent = {}) {
  const config = `
name: packages
entrypoint: python3 train.py
searcher: {name: single, metric: loss}
environment: {python: {requirements: ${requirements}}}
`;
  const modelDefinition = Object.entries({ 'train.py': '', ...files }).map(([path, content]) => ({
    path,
    content: Buffer.from(content).toString('base64'),
    type: 48,
    mode: 0o644,
  }));
  const { client } = bed.cluster.admin;
  return client.call(createExperimentRoute, { config, ...(more.parentId ? {} : { modelDefinition }), ...more });
}

async function wantedBy(sent: ReturnType<typeof send>): Promise<{ id: number; wanted: string[] | null }> {
  const id = (await sent).experiment?.id ?? 0;
  const row = await bed.cluster.master.db
    .selectFrom('experiments as e')
    .leftJoin('task_environments as t', 't.id', 'e.environment_id')
    .select('t.requirements')
    .where('e.id', '=', id)
    .executeTakeFirstOrThrow();
  return { id, wanted: row.requirements };
}

test('an environment is made before a task is given slots, is told where it waits, and is made once for all', async () => {
  const first = await bed.create(asking('[Small_Helper, "numpy<2"]'));
  await isMade('numpy<2 small-helper');
  const second = await bed.create(asking('["numpy <2", small-helper]'));
  environments.say('numpy<2 small-helper', 'Collecting numpy<2');
  for (const id of [first, second]) {
    await eventually('it says what it waits for', async () =>
      (await reasonOf(id))?.includes('Its Python environment is being made on node-1: finding numpy'),
    );
  }
  // Others are not held up by it.
  const plain = await bed.create();
  const running = await bed.oneRunning();
  expect(running.environment.DET_EXPERIMENT_ID).toBe(String(plain));
  expect(running.packages).toBeUndefined();
  machines.end(running.id, { exitCode: 0 });
  await bed.isState(plain, 'COMPLETED');

  environments.end('numpy<2 small-helper');
  for (const id of [first, second]) {
    const task = await eventually('it runs', () =>
      machines.running().find(({ environment }) => environment.DET_EXPERIMENT_ID === String(id)),
    );
    expect(task.packages).toMatchObject({ requirements: ['numpy<2', 'small-helper'], index });
    expect(task.environment.DET_EXPERIMENT_CONFIG).toContain(shownIndex);
    expect(JSON.stringify(task.environment)).not.toContain('hidden');
    machines.end(task.id, { exitCode: 0 });
    await bed.isState(id, 'COMPLETED');
  }
  expect(environments.begun).toHaveLength(1);
  expect(await logOf(first)).toMatch(
    /Making the Python environment \w+ on node-1\n(.*\n)*Collecting numpy<2\n(.*\n)*The Python environment is ready\.\n(.*\n)*.* was assigned to an agent/,
  );
  const params = { experimentId: first };
  const { reasons } = await bed.cluster.admin.client.call(getWaitingHistoryRoute, { params });
  expect(reasons.map(({ kind }) => kind)).toContain('environment');
});

test('what cannot be made ends the whole experiment with the reason, and no task of it was given slots', async () => {
  const before = machines.started.length;
  const id = await bed.create({
    searcher: 'name: random, metric: loss, max_trials: 20, max_concurrent_trials: 3',
    ...asking('[not-there]'),
  });
  await isMade('not-there');
  environments.end('not-there', 'no package fits not-there');
  await bed.isState(id, 'ERROR');
  const trials = await bed.trials(id);
  expect(trials.map(({ state }) => state)).toEqual(['ERROR', 'ERROR', 'ERROR']);
  expect(machines.started).toHaveLength(before);
  const change = await bed.cluster.master.db
    .selectFrom('state_changes')
    .select('reason')
    .where('experiment_id', '=', id)
    .where('trial_id', 'is', null)
    .where('to_state', '=', 'STOPPING_ERROR')
    .executeTakeFirstOrThrow();
  expect(change.reason).toBe('its Python environment could not be made: no package fits not-there');
  expect(await logOf(id)).toContain('The Python environment could not be made: no package fits not-there\n');

  // Asked for again, it is tried again.
  const again = await bed.create(asking('[not-there]'));
  await isMade('not-there');
  environments.end('not-there');
  const task = await bed.oneRunning();
  expect(task.environment.DET_EXPERIMENT_ID).toBe(String(again));
  machines.end(task.id, { exitCode: 0 });
  await bed.isState(again, 'COMPLETED');
});

test('an experiment that goes on is given what its configuration asks for then', async () => {
  const id = await bed.create(asking('[misspelt]'));
  await isMade('misspelt');
  environments.end('misspelt', 'no package fits misspelt');
  await bed.isState(id, 'ERROR');
  const { client } = bed.cluster.admin;
  const override = (requirements: string) => `environment: {python: {requirements: ${requirements}}}`;
  const refused = client.call(continueExperimentRoute, { id, overrideConfig: override('nowhere.txt') });
  expect(await failureOf(refused)).toContain('"nowhere.txt" is not among the experiment\'s files');
  await client.call(continueExperimentRoute, { id, overrideConfig: override('[well-spelt]') });
  await isMade('well-spelt');
  environments.end('well-spelt');
  const task = await bed.oneRunning();
  expect(task.packages?.requirements).toEqual(['well-spelt']);
  machines.end(task.id, { exitCode: 0 });
  await bed.isState(id, 'COMPLETED');
});

test('what nobody waits for any more is not made on', async () => {
  const id = await bed.create(asking('[long-one]'));
  await isMade('long-one');
  await bed.cluster.admin.client.call(killExperimentRoute, { id });
  await eventually('it is given up', () => !environments.making().includes('long-one'));
  expect(await environments.list()).not.toContainEqual(expect.objectContaining({ name: 'long-one' }));
  await bed.isState(id, 'CANCELED');
});

test('the longest unused are removed when all are over their bound, those in use are not', async () => {
  const used = await bed.create(asking('[in-use]'));
  await isMade('in-use');
  environments.end('in-use');
  const task = await bed.oneRunning();
  const next = await bed.create(asking('[next-one]'));
  await isMade('next-one');
  environments.end('next-one');
  const other = await bed.oneRunning([task.allocationId]);
  await eventually('room is made', async () => (await environments.list()).length === 2);
  const left = (await environments.list()).map(({ id }) => id);
  expect(left.toSorted()).toEqual([task.packages?.id, other.packages?.id].toSorted());
  for (const one of [task, other]) machines.end(one.id, { exitCode: 0 });
  for (const id of [used, next]) await bed.isState(id, 'COMPLETED');
});

test('a file of requirements is read with those that it names, and a fork takes its parent’s', async () => {
  const files = {
    'deps/all.txt': '# what it needs\nNumPy<2  # not yet\n\n-r more.txt\n--requirement=../top.txt\n',
    'deps/more.txt': 'scikit-learn \\\n  >= 1.0\n-r all.txt\n',
    'top.txt': '\ufeffpandas\r\n',
  };
  const { id, wanted } = await wantedBy(send('./deps/all.txt', { files }));
  expect(wanted).toEqual(['numpy<2', 'pandas', 'scikit-learn>=1.0']);
  expect((await wantedBy(send('top.txt', { parentId: id }))).wanted).toEqual(['pandas']);
  expect((await wantedBy(send('[]'))).wanted).toBeNull();
});

test.each([true, false])(
  'what is no list of requirements is refused with its field (validateOnly: %s)',
  async (validateOnly) => {
    const of = (requirements: string, files: Record<string, string> = {}) =>
      failureOf(send(requirements, { files, validateOnly }));
    const field = '<config>.environment.python.requirements';
    expect(await of('nowhere.txt')).toBe(
      `InvalidArgument: invalid experiment configuration: config is invalid: ${field}: "nowhere.txt" is not among the experiment's files`,
    );
    expect(await of('../outside.txt')).toContain(`${field}: "../outside.txt" is not the path of a file in the context`);
    expect(await of('/etc/passwd')).toContain(`${field}: "/etc/passwd" is not the path of a file in the context`);
    expect(await of('[numpy, "-e ."]')).toContain(`${field}[1]: "-e ." is an option of pip, not a requirement`);
    expect(await of('["a @ https://example.org/a.whl"]')).toContain(
      `${field}[0]: "a @ https://example.org/a.whl" names an address`,
    );
    expect(await of('3')).toContain(`${field}: expected string or array`);
    const bad = { 'r.txt': 'numpy\n\n--index-url https://example.org\n', 'out.txt': '-r ../../etc/passwd\n' };
    expect(await of('r.txt', bad)).toContain(
      `${field}: r.txt, line 3: "--index-url https://example.org" is an option of pip, not a requirement`,
    );
    expect(await of('out.txt', bad)).toContain(
      `${field}: out.txt, line 1: "../../etc/passwd" is not among the experiment's files`,
    );
    const config = 'entrypoint: x\nsearcher: {name: single, metric: loss}\nenvironment: {python: {index: "ftp://x"}}\n';
    const { client } = bed.cluster.admin;
    expect(await failureOf(client.call(createExperimentRoute, { config, validateOnly }))).toContain(
      '<config>.environment.python.index: is not the address of a package index: http, https or file',
    );
  },
);

test('the login of an index is shown nowhere, and where it comes from is told', async () => {
  const { client } = bed.cluster.admin;
  const own = 'https://you:secret2@own.example/simple';
  const config = `entrypoint: x\nsearcher: {name: single, metric: loss}\nenvironment: {python: {requirements: [numpy], index: "${own}"}}\n`;
  const { experiment, config: answered } = await client.call(createExperimentRoute, { config });
  const id = experiment?.id ?? 0;
  expect(answered).toMatchObject({ environment: { python: { index: 'https://********@own.example/simple' } } });
  const shown = await client.call(getExperimentRoute, { experimentId: id });
  expect(shown.config).toMatchObject({
    environment: { python: { requirements: ['numpy'], index: 'https://********@own.example/simple' } },
  });
  const effective = await client.call(getEffectiveConfigRoute, { params: { experimentId: id } });
  expect(effective.settings.find(({ path }) => path.join('.') === 'environment.python.index')).toMatchObject({
    value: 'https://********@own.example/simple',
    origin: 'user',
    given: [
      { origin: 'user', value: 'https://********@own.example/simple' },
      { origin: 'cluster', value: shownIndex },
    ],
  });
  const preview = await client.call(previewEffectiveConfigRoute, { body: { config } });
  const master = await client.call(getMasterConfigRoute, {});
  const everything = JSON.stringify([answered, shown, effective, preview, master]);
  expect(everything).toContain(shownIndex);
  expect(everything).not.toMatch(/hidden|secret2/);
  // What was shown is no address to start from.
  const copied = config.replace(own, 'https://********@own.example/simple');
  expect(await failureOf(client.call(createExperimentRoute, { config: copied }))).toContain(
    '<config>.environment.python.index: holds asterisks in the place of its login',
  );
});

test('what is known of packages, the index with its login too, goes with the last experiment that asked for them', async () => {
  const { client } = bed.cluster.admin;
  const known = async (id: number) =>
    (
      await bed.cluster.master.db
        .selectFrom('task_environments')
        .select('index_url')
        .where('requirements', '=', sql<string[]>`array['left-over']`)
        .execute()
    ).map((row) => [id, row.index_url]);
  const made = [];
  for (const _ of ['one', 'two']) made.push((await wantedBy(send('[left-over]'))).id);
  const [first = 0, second = 0] = made;
  const remove = async (id: number) => {
    await client.call(killExperimentRoute, { id });
    await client.call(deleteExperimentRoute, { experimentId: id });
    await eventually('it is deleted', async () => {
      const rows = await bed.cluster.master.db.selectFrom('experiments').select('id').where('id', '=', id).execute();
      return rows.length === 0;
    });
  };
  await remove(first);
  expect(await known(first)).toEqual([[first, index]]);
  await remove(second);
  expect(await known(second)).toEqual([]);
});
