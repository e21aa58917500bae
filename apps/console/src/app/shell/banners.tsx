import { getServerHealthRoute } from '@determined/contract/cluster/ext-routes.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { useServerAway } from '#platform/api/reach.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { Button } from '#ui/primitives/button.tsx';
import { useRested } from '#ui/primitives/when-idle.ts';
import styles from './banners.module.css';

/** The script that this page began with; none where files are served as they are written. */
const ownBuild = globalThis.document
  ?.querySelector<HTMLScriptElement>('script[type="module"][src*="/assets/"]')
  ?.getAttribute('src');

/** Builds are told apart by their files: what is compatible with the platform has another number. */
const isOutdated = (served: string | undefined) => Boolean(ownBuild && served && served !== ownBuild);

/** What everybody on every page has to know, above all else. */
export function Banners() {
  const message = useClusterInfo()?.clusterMessage?.message;
  const { data: health } = useCallQuery(getServerHealthRoute, {}, { poll: pollEvery.slow, enabled: useRested() });
  const away = useServerAway();
  const outdated = isOutdated(health?.consoleBuild);
  return (
    <div className={styles.banners} role="status">
      {message ? (
        <p className={styles.banner}>
          <b>Message from Admin:</b>
          <span>{message}</span>
        </p>
      ) : null}
      {health?.diskFull ? (
        <p className={styles.banner}>
          <b>Disk is Full</b>
          <span>The server stores nothing until there is room on its disk. It goes on by itself then.</span>
        </p>
      ) : null}
      {outdated ? (
        <p className={styles.banner}>
          <b>New WebUI Version</b>
          <span>The server has a newer console than the one that is open here.</span>
          <Button size="xs" onClick={() => window.location.reload()}>
            Update Now
          </Button>
        </p>
      ) : null}
      {away ? (
        <p className={styles.banner}>
          <b>Server is Unreachable</b>
          <span>What is shown may be out of date. It goes on by itself when the server is back.</span>
          <Button size="xs" onClick={() => void queryClient.refetchQueries({ type: 'active' })}>
            Try Again
          </Button>
        </p>
      ) : null}
    </div>
  );
}
