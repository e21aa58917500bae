import { z } from 'zod';
import { goDurationMs } from '../go-duration.ts';
import { type CheckpointStorage, checkpointStorageFormat } from './format/checkpoint-storage.ts';
import type { Json, JsonObject } from './format/json.ts';
import { checkTyped, type Node, Place } from './format/node.ts';
import { type TaskContainerDefaults, taskContainerDefaultsFormat } from './format/task-container-defaults.ts';
import { uiCustomization } from './logo-settings.ts';
import { setting } from './setting.ts';
import { address, atLeast, count, flag, optionalText, text, whole, wholeFrom } from './setting-kinds.ts';
import { signInSettings } from './sign-in-settings.ts';
import { uiSettings } from './ui-settings.ts';

/** A part of the configuration that has its own format, shared with experiments. Kept in its read form, without defaults. */
function formatted<T extends JsonObject>(format: Node<unknown>): z.ZodType<T, T> {
  return z.custom<T>().transform((value, context) => {
    const place = new Place('');
    // What comes here is what YAML or JSON gave, or an empty object.
    const json = value as Json;
    checkTyped(format, json, place, false);
    const read = place.issues.length === 0 ? format.read(json, place) : {};
    for (const { path, message } of place.issues) {
      context.addIssue({ code: 'custom', path: path.split('.').slice(1), message: `<format>${message}` });
    }
    // The format's own check has just passed it.
    return read as T;
  });
}

// The words of old files stay good; the newer ones are what the code knows.
const logLevel = z
  .enum(['trace', 'debug', 'info', 'warn', 'warning', 'error', 'fatal'])
  .default('info')
  .transform((level) => (level === 'warning' ? 'warn' : level));
const managerType = z
  .enum(['agent', 'local'])
  .default('local')
  .transform(() => 'local' as const);

const scheduler = z.strictObject({
  type: setting(z.enum(['priority', 'fair_share']).default('priority'), {
    allowed: 'priority or fair_share',
    meaning: 'What starts first: by priority and time, or each job by its weight a fair share of the slots.',
  }),
  default_priority: whole(42, 1, 99, 'Priority of work that names none; smaller is more important.'),
  preemption: flag(
    false,
    'More important work may pause less important work to get its slots. Fair share always takes back what is over a share.',
  ),
  fitting_policy: setting(z.enum(['best', 'worst']).default('best'), {
    allowed: 'best or worst',
    meaning: 'Fill up busy nodes first (best) or spread over idle ones (worst).',
  }),
  allow_heterogeneous_fits: flag(false, 'One trial may span nodes with different numbers of slots.'),
});

const pool = z.strictObject({
  pool_name: z.string().min(1).max(255),
  description: z.string().default(''),
  max_aux_containers_per_agent: z.int().min(0).default(100),
  scheduler: scheduler.nullable().default(null),
  task_container_defaults: formatted<TaskContainerDefaults>(taskContainerDefaultsFormat).nullable().default(null),
});

/** Of this machine: an engine shares its own. */
const ownPools = z
  .array(pool.extend({ slots: z.union([z.int().min(0).max(1024), z.array(z.int().min(0)).max(1024)]).optional() }))
  .min(1);

/** What its type needs besides is read by `cluster/resource-managers/manager-kinds.ts`. */
const additionalManager = z.strictObject({
  resource_manager: z.looseObject({ type: z.string().min(1), cluster_name: z.string().min(1).max(255) }),
  resource_pools: z.array(pool).min(1),
});

const url = z.url({ protocol: /^https?$/ });
/** Every setting of the master: keys as in master.yaml, with the words that messages and the manual use. */
export const masterConfigSchema = z.strictObject({
  host: setting(
    z
      .string()
      .regex(/^[0-9A-Za-z.:_-]+$/)
      .default('127.0.0.1'),
    {
      allowed: 'an address of this machine, or 0.0.0.0 for all of them',
      meaning: 'Address to listen on.',
    },
  ),
  port: setting(z.int().min(0).max(65535).optional(), {
    allowed: wholeFrom(0, 65535),
    meaning: 'Port to listen on; 0 takes any free one.',
    usually: '8080, or the next free port on the very first start, then the same again',
  }),
  data_dir: setting(z.string().min(1).optional(), {
    allowed: 'a folder',
    meaning: 'Where the database, checkpoints, tasks and logs are kept.',
    usually: '/var/lib/determined for root, else $XDG_DATA_HOME/determined or ~/.local/share/determined',
  }),
  advertised_url: setting(
    z
      .union([url.transform((one) => [one]), z.array(url).min(1)])
      .nullable()
      .default(null),
    {
      allowed: 'an address such as http://master-1:8080, or a list of them, this master first',
      meaning:
        'Where tasks reach this master and, of several over one database, the others: whichever answers is used.',
      usually: 'the address it listens on; 127.0.0.1 where it listens on all',
    },
  ),
  machine_name: optionalText({
    meaning: 'Name of this machine among the agents; no two masters over one database may have the same.',
    usually: "the machine's host name",
  }),
  slots: setting(z.int().min(0).max(1024).optional(), {
    allowed: wholeFrom(0, 1024),
    meaning: 'Slots that this machine offers to tasks; 0 runs no tasks here.',
    usually: 'its CUDA devices, else its processors',
  }),
  python: optionalText({
    allowed: 'the path of a Python 3.9 or newer',
    meaning: 'Python that tasks run with, instead of the environment that the master makes.',
  }),
  cluster_name: text('', 'Name of the cluster, shown in the console.'),
  db: z
    .strictObject({
      url: setting(
        z
          .string()
          .regex(/^postgres(ql)?:\/\/./)
          .nullable()
          .default(null),
        {
          allowed: 'an address such as postgres://user:password@host:5432/name',
          meaning:
            'PostgreSQL 15 or newer to use instead of the embedded one. The variable DATABASE_URL says the same.',
          usually: 'the embedded database',
          secret: true,
        },
      ),
      host: optionalText({ meaning: 'Host of that PostgreSQL, where no address is given.' }),
      port: setting(z.coerce.number().int().min(1).max(65535).default(5432), {
        allowed: wholeFrom(1, 65535),
        meaning: 'Its port.',
      }),
      name: text('determined', 'Name of the database.'),
      user: text('postgres', 'User of the database.'),
      password: optionalText({ meaning: 'Password of that user.', secret: true }),
      ssl_mode: setting(z.enum(['disable', 'require', 'verify-ca', 'verify-full']).default('disable'), {
        allowed: 'disable, require, verify-ca or verify-full',
        meaning: 'Encryption of the connection.',
      }),
      ssl_root_cert: optionalText({ allowed: 'a file', meaning: 'Certificate authority of the database.' }),
      search_timeout_seconds: whole(
        30,
        1,
        3600,
        "How long the database may work on a statement made of a user's own filter or order; what takes longer is refused.",
      ),
    })
    .prefault({}),
  log: z
    .strictObject({
      level: setting(logLevel, {
        allowed: 'trace, debug, info, warn, error or fatal',
        meaning: "Least level of the master's own log.",
      }),
      color: flag(true, 'Coloured output on a terminal.'),
    })
    .prefault({}),
  checkpoint_storage: setting(formatted<JsonObject>(checkpointStorageFormat).prefault({}), {
    allowed: 'as checkpoint_storage of an experiment',
    meaning: 'Where checkpoints go unless a workspace or an experiment says otherwise.',
    usually: 'shared_fs in the folder checkpoints of the data folder',
  }),
  resource_manager: z
    .strictObject({
      type: setting(managerType, {
        allowed: 'local (or agent, its old name)',
        meaning: 'What runs the tasks: local is this machine.',
      }),
      cluster_name: text('default', 'Name of this resource manager.'),
      agent_reconnect_wait: setting(
        z
          .string()
          .refine((text) => (goDurationMs(text) ?? 0) >= 45_000)
          .nullable()
          .default(null),
        {
          allowed: 'a duration of at least 45s, such as 90s or 10m',
          meaning:
            'How long nothing may be heard of a machine and of a task on it until the task is given up and started elsewhere. A task that reaches no master ends itself 15 s before.',
          usually: 'never: it is waited for',
        },
      ),
      default_compute_resource_pool: text('default', 'Pool of work with slots that names none.'),
      default_aux_resource_pool: text('default', 'Pool of work without slots that names none.'),
      scheduler: scheduler.prefault({}),
    })
    .prefault({}),
  resource_pools: setting(ownPools.prefault([{ pool_name: 'default' }]), {
    allowed:
      'a list of pools, each with pool_name and, if wanted, slots, description, max_aux_containers_per_agent, scheduler, task_container_defaults',
    meaning: "The pools this machine's slots are offered in.",
    usually: 'one pool, default',
  }),
  additional_resource_managers: setting(z.array(additionalManager).default([]), {
    allowed: 'a list, each with resource_manager (type, cluster_name and what the type needs) and its resource_pools',
    meaning:
      'Engines beside this machine, and the pools that they serve. Their types are those of launchers that have been added; this version brings none along.',
    usually: 'none',
  }),
  task_container_defaults: setting(formatted<TaskContainerDefaults>(taskContainerDefaultsFormat).prefault({}), {
    allowed: 'startup_hook, environment_variables, log_policies, preemption_timeout and the like, as in experiments',
    meaning: 'What every task is given besides its own configuration.',
    usually: 'nothing',
  }),
  ...signInSettings,
  ui: uiSettings,
  ui_customization: uiCustomization,
  security: z
    .strictObject({
      initial_user_password: optionalText({
        meaning: 'Password of admin and determined on the first start.',
        usually: 'one that the first start makes and prints',
        secret: true,
      }),
      session_days: setting(z.number().positive().max(3650).default(7), {
        allowed: 'a number of days above 0, at most 3650',
        meaning: 'How long a sign-in lasts.',
      }),
      sign_in: z
        .strictObject({
          failures: count(10, 1, 'Failed sign-ins of an account after which each further one has to wait.'),
          address_failures: count(
            50,
            1,
            'Failed sign-ins from an address, of whatever accounts, after which each further one has to wait, but of accounts that were used from there before.',
          ),
          window_seconds: count(300, 1, 'For how long a failure counts.'),
          max_delay_seconds: count(60, 0, 'The longest wait; 0 switches the delay off.'),
        })
        .prefault({}),
      token: z
        .strictObject({
          default_lifespan_days: whole(30, 1, 36500, 'Life of an access token that asks for none.'),
          max_lifespan_days: whole(30, 1, 36500, 'Longest life of an access token.'),
        })
        .prefault({}),
      authz: z
        .strictObject({
          type: setting(z.enum(['basic', 'rbac']).default('basic'), {
            allowed: 'basic or rbac',
            meaning: 'Who may do what: owners and administrators (basic), or whoever has a role that allows it (rbac).',
          }),
          rbac_ui_enabled: setting(z.boolean().nullable().default(null), {
            allowed: 'true or false',
            meaning: 'Clients are told that roles are in force, and show them.',
            usually: 'true with rbac',
          }),
          strict_job_queue_control: flag(false, 'Only those with the right to it reorder the job queue.'),
          workspace_creator_assign_role: z
            .strictObject({
              enabled: flag(true, 'Whoever makes a workspace is given a role on it.'),
              role_id: setting(z.literal([2, 4, 5, 6, 7, 9]).default(2), {
                allowed: '2, 4, 5, 6, 7 or 9',
                meaning:
                  'That role: 2 WorkspaceAdmin, 4 Viewer, 5 Editor, 6 ModelRegistryViewer, 7 EditorRestricted, 9 EditorProjectRestricted.',
              }),
            })
            .prefault({}),
        })
        .prefault({}),
    })
    .prefault({}),
  python_environments: z
    .strictObject({
      at_once: whole(2, 1, 64, 'Environments of packages that a machine makes at the same time.'),
      timeout_minutes: whole(30, 1, 1440, 'How long one may take.'),
      max_download_mib: setting(z.int().min(1).nullable().default(null), {
        allowed: atLeast(1),
        meaning: 'What one may fetch, in MiB: known and told before anything is fetched.',
        usually: '8192 where the machine has CUDA devices, else 2048',
      }),
      max_size_mib: count(20_480, 1, 'What one may take on the disk, in MiB.'),
      max_total_mib: count(
        51_200,
        1,
        'What all of a machine may take, in MiB: those longest unused go first, none that is in use.',
      ),
      allow_urls: flag(
        false,
        'Requirements may name an address (name @ https://…, git+https://…) in place of a version.',
      ),
    })
    .prefault({}),
  launch_error: flag(true, 'Refuse work that asks for more slots than its pool has, instead of warning.'),
  retention_policy: z
    .strictObject({
      log_retention_days: setting(z.int().min(-1).max(32767).nullable().default(null), {
        allowed: `${wholeFrom(-1, 32767)}; -1 is forever`,
        meaning: "How long logs of ended trials are kept, where the experiment doesn't say.",
        usually: 'forever',
      }),
      schedule: setting(
        z
          .string()
          .regex(/^(\d+(\.\d+)?(h|m|s))+$/)
          .nullable()
          .default(null),
        {
          allowed: 'a duration such as 24h or 90m',
          meaning: 'How often logs past their time are deleted.',
          usually: 'never by itself',
        },
      ),
    })
    .prefault({}),
  receipts: z
    .strictObject({
      kept_days: setting(z.int().min(1).max(3650).default(30), {
        allowed: wholeFrom(1, 3650),
        meaning: 'How many days it is kept what an act on several things did to each of them.',
      }),
      undo_delete_hours: setting(z.int().min(0).max(8760).default(72), {
        allowed: wholeFrom(0, 8760),
        meaning: 'How many hours what is deleted in bulk in the console is only hidden and can be taken back.',
      }),
    })
    .prefault({}),
  observability: z
    .strictObject({ enable_prometheus: flag(true, 'Serve metrics of the master for Prometheus.') })
    .prefault({}),
  telemetry: z
    .strictObject({
      enabled: flag(
        false,
        'Tell which pages of the console are used to a server of your own: it takes the next two, too.',
      ),
      segment_webui_key: setting(
        z
          .string()
          .regex(/^[0-9A-Za-z]{32}$/)
          .nullable()
          .default(null),
        {
          allowed: '32 letters and digits',
          usually: 'not set',
          meaning: 'The key that such a server has given out for this one.',
          secret: true,
        },
      ),
      endpoint: address("Where it is: a server that takes Segment's HTTP calls /v1/identify and /v1/page."),
    })
    .prefault({}),
  feature_switches: setting(z.array(z.string().min(1)).default([]), {
    allowed: 'a list of names',
    meaning: 'Features to switch on; off with a - before the name, as -flat_runs.',
    usually: 'none',
  }),
});

type Parsed = z.output<typeof masterConfigSchema>;

/** All pools: those of this machine, then those of further managers. */
export const allPools = ({
  resource_pools: own,
  additional_resource_managers: others,
}: Pick<Parsed, 'resource_pools' | 'additional_resource_managers'>): Parsed['resource_pools'] => [
  ...own,
  ...others.flatMap(({ resource_pools }) => resource_pools),
];

export type SchedulerConfig = Parsed['resource_manager']['scheduler'];

/** How a pool's queue is ordered: a pool's own settings stand for those of the cluster, all of them. */
export function schedulerOf(
  { resource_manager: manager, resource_pools: pools }: Pick<Parsed, 'resource_manager' | 'resource_pools'>,
  poolName: string,
): SchedulerConfig {
  return pools.find(({ pool_name }) => pool_name === poolName)?.scheduler ?? manager.scheduler;
}

/** The further manager that serves a pool; undefined for the pools of this machine. */
export const managerOfPool = (
  { additional_resource_managers: others }: Pick<Parsed, 'additional_resource_managers'>,
  pool: string,
): Parsed['additional_resource_managers'][number] | undefined =>
  others.find(({ resource_pools }) => resource_pools.some(({ pool_name }) => pool_name === pool));

/** The master's configuration, complete. Secrets are in clear: show it to nobody but by `toWireConfig`. */
export interface MasterConfig extends Parsed {
  data_dir: string;
  checkpoint_storage: JsonObject & CheckpointStorage;
  /** All of them, those of further managers too. */
  resource_pools: Parsed['resource_pools'];
  /** The file it was read from. */
  config_file: string | null;
}

/** Address of the PostgreSQL to use; null is the embedded one. */
export function databaseUrl({ db }: Pick<MasterConfig, 'db'>): string | null {
  if (db.url !== null) return db.url;
  if (db.host === null) return null;
  const url = new URL('postgres://placeholder');
  url.hostname = db.host;
  url.port = String(db.port);
  url.pathname = `/${encodeURIComponent(db.name)}`;
  url.username = encodeURIComponent(db.user);
  url.password = encodeURIComponent(db.password ?? '');
  if (db.ssl_mode !== 'disable') url.searchParams.set('sslmode', db.ssl_mode);
  if (db.ssl_root_cert !== null) url.searchParams.set('sslrootcert', db.ssl_root_cert);
  return url.href;
}
