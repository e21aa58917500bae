import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { ConfigurationError, loadMasterConfig } from './load-master-config.ts';
import { databaseUrl } from './master-config.ts';
import { toWireConfig } from './wire-config.ts';

const folder = mkdtempSync(join(tmpdir(), 'master-config-'));
const file = join(folder, 'master.yaml');
afterAll(() => rmSync(folder, { recursive: true }));

const load = (yaml: string, env: Record<string, string> = {}) => {
  writeFileSync(file, yaml);
  return loadMasterConfig({ env: { HOME: '/home/u', ...env }, file, isRoot: false });
};
const withEnv = (env: Record<string, string>, isRoot = false) =>
  loadMasterConfig({ env: { HOME: '/home/u', ...env }, isRoot });

function problem(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message.replaceAll(file, 'FILE');
    throw error;
  }
  throw new Error('accepted');
}

describe('without anything', () => {
  test('it listens on loopback, with an embedded database and one pool', () => {
    const config = withEnv({});
    expect(config).toMatchObject({
      host: '127.0.0.1',
      data_dir: '/home/u/.local/share/determined',
      config_file: null,
      launch_error: true,
      telemetry: { enabled: false },
      observability: { enable_prometheus: true },
      security: { initial_user_password: null, session_days: 7, sign_in: { failures: 10 } },
      resource_manager: {
        default_compute_resource_pool: 'default',
        scheduler: { type: 'priority', default_priority: 42, preemption: false, fitting_policy: 'best' },
      },
      resource_pools: [{ pool_name: 'default', max_aux_containers_per_agent: 100, scheduler: null }],
    });
    expect([config.port, config.slots]).toEqual([undefined, undefined]);
    expect(databaseUrl(config)).toBeNull();
  });

  test('checkpoints go below the data folder', () => {
    expect(withEnv({ DET_DATA_DIR: '/data' }).checkpoint_storage).toEqual({
      type: 'shared_fs',
      host_path: '/data/checkpoints',
      storage_path: null,
      propagation: 'rprivate',
      save_experiment_best: 0,
      save_trial_best: 1,
      save_trial_latest: 1,
    });
  });

  test('the data folder of root, of XDG, and of an XDG that is not absolute', () => {
    expect(withEnv({ XDG_DATA_HOME: '/xdg' }, true).data_dir).toBe('/var/lib/determined');
    expect(withEnv({ XDG_DATA_HOME: '/xdg' }).data_dir).toBe('/xdg/determined');
    expect(withEnv({ XDG_DATA_HOME: 'xdg' }).data_dir).toBe('/home/u/.local/share/determined');
  });
});

describe('from a file and variables', () => {
  test('a variable wins over the file, the file over the default', () => {
    const config = load('port: 9000\nhost: 0.0.0.0\nlog: {level: debug}', { DET_PORT: '9001', DET_LOG_COLOR: 'false' });
    expect(config).toMatchObject({
      port: 9001,
      host: '0.0.0.0',
      log: { level: 'debug', color: false },
      config_file: file,
    });
  });

  test('the file can be named by a variable', () => {
    writeFileSync(file, 'cluster_name: lab');
    expect(withEnv({ DET_CONFIG_FILE: file }).cluster_name).toBe('lab');
  });

  test('text stays text, lists and objects are read as YAML, an empty variable is not set', () => {
    const config = withEnv({
      DET_SECURITY_INITIAL_USER_PASSWORD: '0123',
      DET_SLOTS: '0',
      DET_PORT: '',
      DET_FEATURE_SWITCHES: '[flat_runs]',
      DET_CHECKPOINT_STORAGE: '{type: s3, bucket: b}',
    });
    expect(config).toMatchObject({
      security: { initial_user_password: '0123' },
      slots: 0,
      feature_switches: ['flat_runs'],
      checkpoint_storage: { type: 's3', bucket: 'b', save_trial_best: 1 },
    });
    expect(config.port).toBeUndefined();
  });

  test('an old file: words of its time, database by parts', () => {
    const config = load(`
db: {host: db.local, port: "5433", name: det, user: me, password: p@ss, ssl_mode: require}
log: {level: warning}
resource_manager: {type: agent, scheduler: {type: priority, default_priority: 50}}
checkpoint_storage: {type: shared_fs, host_path: /cp, save_trial_latest: 4}
task_container_defaults: {environment_variables: [A=1], startup_hook: "echo hi", preemption_timeout: 60}
`);
    expect(databaseUrl(config)).toBe('postgres://me:p%40ss@db.local:5433/det?sslmode=require');
    expect(config.log.level).toBe('warn');
    expect(config.resource_manager.scheduler.default_priority).toBe(50);
    expect(config.checkpoint_storage).toMatchObject({ host_path: '/cp', save_trial_latest: 4 });
    expect(config.task_container_defaults).toEqual({
      environment_variables: { cpu: ['A=1'], cuda: ['A=1'], rocm: ['A=1'] },
      startup_hook: 'echo hi',
      preemption_timeout: 60,
    });
  });

  test('an address of no PostgreSQL is refused without being shown', () => {
    for (const DATABASE_URL of ['mysql://me:hidden@host/name', 'host:hidden', 'postgres://']) {
      expect(() => withEnv({ DATABASE_URL })).toThrow(
        'The setting db.url in DATABASE_URL is not usable; allowed is an address such as postgres://user:password@host:5432/name.',
      );
    }
  });

  test('DATABASE_URL is the address of the database', () => {
    expect(databaseUrl(withEnv({ DATABASE_URL: 'postgres://x/y' }))).toBe('postgres://x/y');
    expect(databaseUrl(load('db: {url: "postgres://a/b"}', { DATABASE_URL: 'postgres://x/y' }))).toBe('postgres://x/y');
  });

  test("variables of the platform's clients are none of the master's", () => {
    const theirs = `DET_MASTER DET_MASTER_ADDR DET_MASTER_HOST DET_MASTER_PORT DET_MASTER_CERT_FILE DET_MASTER_CERT_NAME
      DET_USER DET_PASS DET_USER_TOKEN DET_CLUSTER_ID DET_MASTER_ID DET_AGENT_ID DET_SLOT_IDS DET_TASK_ID DET_TASK_TYPE
      DET_ALLOCATION_ID DET_SESSION_TOKEN DET_RESOURCES_ID DET_RESOURCES_TYPE DET_CONTAINER_ID DET_WORKDIR DET_RUN_DIR
      DET_USE_TLS DET_TASK_LOGGING_METADATA DET_EXPERIMENT_ID DET_TRIAL_ID DET_TRIAL_RUN_ID DET_TRIAL_SEED DET_HPARAMS
      DET_EXPERIMENT_CONFIG DET_STEPS_COMPLETED DET_LATEST_CHECKPOINT DET_NOTEBOOK_TOKEN DET_PYTHON_EXECUTABLE
      DET_SKIP_PIP_INSTALL DET_SHIP_LOGS_PATH DET_LOG_WAIT_TIME DET_RETRY_CONFIG DET_DEBUG DET_DEBUG_CONFIG_PATH
      DET_MANUAL_INIT_DISTRIBUTED DET_SLOT_TYPE DET_LOCALTMP DET_CHIEF_IP DET_SEGMENT_ENABLED DET_SEGMENT_API_KEY
      DET_INTER_NODE_NETWORK_INTERFACE`;
    const env = Object.fromEntries(theirs.split(/\s+/).map((name) => [name, 'x']));
    expect(withEnv(env)).toEqual(withEnv({}));
  });
});

describe('one clear message', () => {
  test.each<[string, string, Record<string, string>, string]>([
    [
      'a wrong number',
      'port: 70000',
      {},
      'The setting port in FILE is 70000; allowed is a whole number from 0 to 65535.',
    ],
    [
      'a wrong variable',
      '',
      { DET_PORT: 'abc' },
      'The setting port in DET_PORT is "abc"; allowed is a whole number from 0 to 65535.',
    ],
    [
      'a wrong word',
      'log: {level: loud}',
      {},
      'The setting log.level in FILE is "loud"; allowed is trace, debug, info, warn, error or fatal.',
    ],
    ['a wrong kind', 'launch_error: "no"', {}, 'The setting launch_error in FILE is "no"; allowed is true or false.'],
    [
      'an address to listen on',
      'host: "http://x/"',
      {},
      'The setting host in FILE is "http://x/"; allowed is an address of this machine, or 0.0.0.0 for all of them.',
    ],
    [
      'a secret is not shown',
      'security: {initial_user_password: 1234}',
      {},
      'The setting security.initial_user_password in FILE is not usable; allowed is text.',
    ],
    [
      'a key for telemetry',
      'telemetry: {segment_webui_key: hush-9}',
      {},
      'The setting telemetry.segment_webui_key in FILE is not usable; allowed is 32 letters and digits.',
    ],
    ['a section that is none', 'log: loud', {}, 'The setting log in FILE is not a section; it holds level, color.'],
    ['an unknown key', 'prot: 8080', {}, 'There is no setting prot (in FILE); did you mean port?'],
    [
      'an unknown key inside',
      'security: {inital_user_password: x}',
      {},
      'There is no setting security.inital_user_password (in FILE); did you mean security.initial_user_password?',
    ],
    ['a key like no other', 'provisioner: {}', {}, 'There is no setting provisioner (in FILE).'],
    [
      'a misspelt variable',
      '',
      { DET_SECURTIY_INITIAL_USER_PASSWORD: 'x' },
      'There is no variable DET_SECURTIY_INITIAL_USER_PASSWORD; did you mean DET_SECURITY_INITIAL_USER_PASSWORD?',
    ],
    [
      'a variable that is not YAML',
      '',
      { DET_FEATURE_SWITCHES: '[a' },
      'DET_FEATURE_SWITCHES cannot be read: line 1, column 3: Flow sequence must end with a ].',
    ],
    [
      'storage',
      'checkpoint_storage: {save_trial_best: -1}',
      {},
      'The setting checkpoint_storage.save_trial_best in FILE is wrong: must be >= 0 but found -1.',
    ],
    [
      'storage of no kind',
      'checkpoint_storage: {type: ftp}',
      {},
      `The setting checkpoint_storage in FILE is wrong: is not an object where object["type"] is one of 'shared_fs', 'directory', 's3', 'gcs', or 'azure'.`,
    ],
    [
      'storage that lacks something',
      'checkpoint_storage: {type: s3}',
      {},
      'The setting checkpoint_storage in FILE is wrong: bucket is a required property.',
    ],
    [
      'a folder for checkpoints that is not a whole path',
      'checkpoint_storage: {type: shared_fs, host_path: checkpoints}',
      {},
      'The setting checkpoint_storage in FILE is wrong: checkpoints is not an absolute path.',
    ],
    [
      'defaults of tasks',
      'task_container_defaults: {bogus: 1}',
      {},
      'The setting task_container_defaults in FILE is wrong: additionalProperties "bogus" not allowed.',
    ],
    [
      'two pools of a name',
      'resource_pools: [{pool_name: default}, {pool_name: default}]',
      {},
      'The setting resource_pools in FILE names default twice.',
    ],
    [
      'a default pool that is none',
      'resource_manager: {default_aux_resource_pool: aux}',
      {},
      'The setting resource_manager.default_aux_resource_pool in FILE is "aux"; allowed is the name of a pool: default.',
    ],
    [
      'token lives',
      'security: {token: {default_lifespan_days: 60}}',
      {},
      'The setting security.token.default_lifespan_days in FILE is 60; allowed is at most max_lifespan_days, 30.',
    ],
    [
      'a schedule',
      'retention_policy: {schedule: daily}',
      {},
      'The setting retention_policy.schedule in FILE is "daily"; allowed is a duration such as 24h or 90m.',
    ],
    [
      'a scheduler of old',
      'resource_manager: {scheduler: {type: round_robin}}',
      {},
      'The setting resource_manager.scheduler.type in FILE is "round_robin"; allowed is priority or fair_share.',
    ],
    [
      'broken YAML',
      'port: [1\nhost: x',
      {},
      'The configuration file FILE is not valid YAML: line 2, column 1: Flow sequence in block collection must be sufficiently indented and end with a ].',
    ],
    ['no settings at all', '- 1', {}, 'The configuration file FILE has to hold settings such as "port: 8080".'],
  ])('%s', (_, yaml, env, message) => {
    expect(problem(() => load(yaml, env))).toBe(message);
  });

  test('several problems in one message', () => {
    expect(problem(() => load('port: -1\nprot: 1\nslots: many'))).toBe(
      [
        'The configuration cannot be used:',
        '  - The setting port in FILE is -1; allowed is a whole number from 0 to 65535.',
        '  - The setting slots in FILE is "many"; allowed is a whole number from 0 to 1024.',
        '  - There is no setting prot (in FILE); did you mean port?',
      ].join('\n'),
    );
  });

  test('a logo that is not there in all its looks', () => {
    writeFileSync(join(folder, 'logo.svg'), '<svg/>');
    const paths = `light_horizontal: ${folder}/logo.svg, light_vertical: ${folder}, dark_horizontal: ${folder}/none.svg`;
    const told = problem(() => load(`ui_customization: {logo_paths: {${paths}}}`));
    expect(told).toContain(`LightVeritical path is a directory, not a file: ${folder}`);
    expect(told).toContain(`DarkHorizontal path is not reachable: ${folder}/none.svg`);
    expect(told).toContain('DarkVeritical path is not set');
    expect(told).not.toContain('LightHorizontal');
  });

  test('a file that cannot be read', () => {
    const missing = join(folder, 'nowhere.yaml');
    expect(problem(() => withEnv({ DET_CONFIG_FILE: missing }))).toBe(
      `The configuration file ${missing} cannot be read: there is no such file.`,
    );
    expect(problem(() => withEnv({ DET_CONFIG_FILE: folder }))).toBe(
      `The configuration file ${folder} cannot be read: it is a folder.`,
    );
  });
});

test('administrators see the configuration without its secrets', () => {
  const config = load(`
security: {initial_user_password: hush-1}
db: {host: h, password: hush-2}
checkpoint_storage: {type: s3, bucket: b, secret_key: hush-3}
task_container_defaults: {registry_auth: {username: u, password: hush-5}}
resource_pools: [{pool_name: default, task_container_defaults: {registry_auth: {identitytoken: hush-6}}}]
`);
  const wire = toWireConfig(config);
  expect(JSON.stringify(wire)).not.toMatch(/hush/);
  expect(wire).toMatchObject({
    checkpoint_storage: { bucket: 'b', secret_key: '********', access_key: null },
    db: { host: 'h', password: '********', port: '5432' },
    log: { color: true, level: 'info' },
    resource_manager: { type: 'agent', scheduler: { default_priority: 42 } },
    security: { initial_user_password: '********', token: { max_lifespan_days: 30 } },
    task_container_defaults: { registry_auth: { username: 'u', password: '********' } },
  });
});
