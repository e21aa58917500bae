import type { getMasterConfigRoute, patchMasterConfigRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import { defineEvent } from '#platform/bus/bus.ts';
import { toWireConfig } from '#platform/config/wire-config.ts';
import { afterCommit, inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import type { Master } from '#platform/master.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';

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
export const patchMasterConfig: Handler<typeof patchMasterConfigRoute> = async ({ config, fieldMask }, ctx) => {
  const paths = fieldMask?.paths ?? [];
  const wrong = paths.find((path) => path !== 'log.level' && path !== 'log.color');
  if (wrong !== undefined) throw invalidArgument(`unsupported or invalid field: ${wrong}`);
  const { master } = ctx;
  const level = levels[config?.log?.level ?? 'LOG_LEVEL_UNSPECIFIED'];
  if (paths.includes('log.level') && level === undefined) throw invalidArgument('log.level must be one of the levels');
  const changes: Partial<Master['config']['log']> = {
    ...(paths.includes('log.level') && level !== undefined && { level }),
    ...(paths.includes('log.color') && { color: config?.log?.color ?? false }),
  };
  if (Object.keys(changes).length === 0) return {};
  const before = { ...master.config.log };
  await inTransaction(ctx.db, async (tx) => {
    await recordAudit(tx, ctx, {
      action: 'change',
      kind: 'masterConfig',
      name: 'log',
      before,
      after: { ...before, ...changes },
    });
    afterCommit(tx, () => master.bus.emit(logChanged, changes));
  });
  return {};
};

/** Told to every master over the database: whichever is asked answers what is in force. */
const logChanged = defineEvent<Partial<Master['config']['log']>>('log-changed');

export function followLogSettings({ bus, config, log }: Master): void {
  bus.subscribe(logChanged, ({ level, color }) => {
    if (level !== undefined) {
      config.log.level = level;
      log.level = level;
    }
    if (color !== undefined) config.log.color = color;
  });
}
