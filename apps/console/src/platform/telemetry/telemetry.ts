import { postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import { getTelemetryRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { call } from '#platform/api/call.ts';
import { client } from '#platform/api/client.ts';
import { reportError } from '#platform/api/report-error.ts';
import { currentRouter } from '#platform/routing/current-router.ts';

const keyForm = /^[0-9A-Za-z]{32}$/;

/** The key that the server sends under; undefined where it has none, or something else stands in its place. */
export async function telemetryKey(): Promise<string | undefined> {
  const { enabled, segmentKey } = await client.call(getTelemetryRoute, {});
  return enabled && keyForm.test(segmentKey) ? segmentKey : undefined;
}

/** Says who is signed in; the server knows who that is. */
export async function identify(): Promise<void> {
  try {
    const { taken } = await call(postTelemetryRoute, { body: { type: 'identify' } });
    if (!taken) throw new Error('It was not taken.');
  } catch (error) {
    reportError(error, { title: 'Failed to set telemetry identity.', silent: true });
  }
}

/** Tells of each page once: its address with parameters unfilled, so that no id or name goes out. */
export function followPages(): () => void {
  const router = currentRouter();
  let told: string | undefined;
  const tell = () => {
    const page: string | undefined = router.state.matches.at(-1)?.fullPath;
    if (page === undefined || page === told) return;
    told = page;
    // A page that is not counted is no loss.
    call(postTelemetryRoute, { body: { type: 'page', page } }).catch(() => {});
  };
  tell();
  return router.subscribe('onResolved', tell);
}
