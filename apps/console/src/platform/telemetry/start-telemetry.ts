import { reportError } from '#platform/api/report-error.ts';
import { loadClusterInfo } from '#platform/session/cluster-info.ts';

/**
 * Tells which pages are used, where the cluster's configuration says so; elsewhere not even its code is fetched. For who
 * is signed in; returns the way to stop. Nobody is bothered with what fails here.
 */
export function startTelemetry(load = () => import('./telemetry.ts')): () => void {
  let stopped = false;
  let stop: (() => void) | undefined;
  loadClusterInfo()
    .then(async ({ telemetryEnabled }) => {
      if (!telemetryEnabled || stopped) return;
      const { telemetryKey, identify, followPages } = await load();
      if ((await telemetryKey()) === undefined || stopped) return;
      stop = followPages();
      await identify();
    })
    .catch((error) => reportError(error, { title: 'Failed to load telemetry.', silent: true }));
  return () => {
    stopped = true;
    stop?.();
  };
}
