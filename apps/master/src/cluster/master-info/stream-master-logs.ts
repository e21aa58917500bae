import type { masterLogsRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { invalidArgument } from '@determined/contract/errors.ts';
import type { StreamHandler } from '#platform/http/serve.ts';

/** The master's own newest lines; followed until the caller goes. Facts: platform semantics 7.5. */
export const streamMasterLogs: StreamHandler<typeof masterLogsRoute> = async function* (request, ctx) {
  const { offset, limit, follow } = request;
  if (limit < 0) throw invalidArgument('Limit must be >= 0');
  if (follow && limit > 0) throw invalidArgument('Limit cannot be specified when following');
  const log = ctx.master.recentLog;
  let from = offset < 0 ? Math.max(0, log.total + offset) : offset;
  let left = limit === 0 ? Number.POSITIVE_INFINITY : limit;
  let changed = () => {};
  let change = Promise.resolve();
  const wait = () => {
    change = new Promise((resolve) => {
      changed = resolve;
    });
  };
  const unlisten = log.listen(() => changed());
  const onAbort = () => changed();
  ctx.signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      // Made before the reading: an entry that comes meanwhile is not missed.
      wait();
      for (const entry of log.since(from)) {
        if (left-- <= 0 || ctx.signal.aborted) return;
        from = entry.id + 1;
        yield { logEntry: entry };
      }
      if (!follow || ctx.signal.aborted) return;
      await change;
    }
  } finally {
    unlisten();
    ctx.signal.removeEventListener('abort', onAbort);
  }
};
