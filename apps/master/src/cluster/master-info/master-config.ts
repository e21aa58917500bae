import type { getMasterConfigRoute, patchMasterConfigRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import { toWireConfig } from '#platform/config/wire-config.ts';
import type { Handler } from '#platform/http/serve.ts';

/** The configuration in force, secrets hidden. */
export const getMasterConfig: Handler<typeof getMasterConfigRoute> = async (_request, { master }) => ({
  config: toWireConfig(master.config),
});

const levels = {
  LOG_LEVEL_UNSPECIFIED: undefined,
  LOG_LEVEL_TRACE: 'trace',
  LOG_LEVEL_DEBUG: 'debug',
  LOG_LEVEL_INFO: 'info',
  LOG_LEVEL_WARNING: 'warn',
  LOG_LEVEL_ERROR: 'error',
  LOG_LEVEL_CRITICAL: 'fatal',
} as const;

/** Changes what the mask names until the master stops. Facts: platform semantics 10.7. */
export const patchMasterConfig: Handler<typeof patchMasterConfigRoute> = async ({ config, fieldMask }, { master }) => {
  const paths = fieldMask?.paths ?? [];
  const wrong = paths.find((path) => path !== 'log.level' && path !== 'log.color');
  if (wrong !== undefined) throw invalidArgument(`unsupported or invalid field: ${wrong}`);
  if (paths.includes('log.level')) {
    const level = levels[config?.log?.level ?? 'LOG_LEVEL_UNSPECIFIED'];
    if (level === undefined) throw invalidArgument('log.level must be one of the levels');
    master.config.log.level = level;
    master.log.level = level;
  }
  if (paths.includes('log.color')) master.config.log.color = config?.log?.color ?? false;
  return {};
};
