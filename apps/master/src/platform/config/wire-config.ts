import { masked, redactStorage } from './format/checkpoint-storage.ts';
import { asObject } from './format/node.ts';
import { redactPackages } from './format/python-packages.ts';
import { redactRegistry } from './format/secrets.ts';
import type { TaskContainerDefaults } from './format/task-container-defaults.ts';
import { hasLogo } from './logo-settings.ts';
import { type MasterConfig, managerOfPool } from './master-config.ts';

/** The configuration as administrators see it over the API: keys as in master.yaml, secrets as asterisks. */
export function toWireConfig(config: MasterConfig) {
  const {
    db,
    log,
    resource_manager,
    additional_resource_managers: others,
    security,
    telemetry,
    data_dir,
    config_file,
    ...shown
  } = config;
  return {
    ...shown,
    config_file: config_file ?? '',
    root: data_dir,
    port: config.port ?? 0,
    slots: config.slots ?? null,
    checkpoint_storage: redactStorage(config.checkpoint_storage),
    db: {
      host: db.host ?? '',
      port: String(db.port),
      name: db.name,
      user: db.user,
      password: masked,
      ssl_mode: db.ssl_mode,
      ssl_root_cert: db.ssl_root_cert ?? '',
    },
    log: { color: log.color, level: log.level === 'warn' ? 'warning' : log.level },
    // The name that clients know it by.
    resource_manager: { ...resource_manager, type: 'agent' },
    resource_pools: toWirePools(config.resource_pools.filter(({ pool_name }) => !managerOfPool(config, pool_name))),
    additional_resource_managers: others.length === 0 ? null : others.map(toWireManager),
    task_container_defaults: redactDefaults(config.task_container_defaults),
    oidc: { ...emptyForNull(config.oidc), client_secret: config.oidc.client_secret === null ? '' : masked },
    det_cloud: emptyForNull(config.det_cloud),
    __internal: { external_sessions: emptyForNull(config.__internal.external_sessions) },
    security: { ...security, initial_user_password: masked },
    ui_customization: { logo_paths: hasLogo(config) ? config.ui_customization.logo_paths : null },
    telemetry: { ...emptyForNull(telemetry), segment_webui_key: telemetry.segment_webui_key === null ? '' : masked },
  };
}

/** What is not set is an empty text on the wire. */
const emptyForNull = (section: object) =>
  Object.fromEntries(Object.entries(section).map(([key, value]) => [key, value ?? '']));

const shownOfManager = ['type', 'cluster_name'];

function toWireManager(manager: MasterConfig['additional_resource_managers'][number]) {
  // What a type needs besides may be secret.
  const settings = Object.entries(manager.resource_manager).map(([key, value]) => [
    key,
    shownOfManager.includes(key) ? value : masked,
  ]);
  return { resource_manager: Object.fromEntries(settings), resource_pools: toWirePools(manager.resource_pools) };
}

function toWirePools(pools: MasterConfig['resource_pools']) {
  return pools.map((pool) => ({
    ...pool,
    task_container_defaults: pool.task_container_defaults && redactDefaults(pool.task_container_defaults),
  }));
}

function redactDefaults({ python, ...others }: TaskContainerDefaults): TaskContainerDefaults {
  const defaults = python ? { ...others, python: redactPackages(asObject(python)) } : others;
  if (defaults.registry_auth === undefined || defaults.registry_auth === null) return defaults;
  return { ...defaults, registry_auth: redactRegistry(asObject(defaults.registry_auth)) };
}
