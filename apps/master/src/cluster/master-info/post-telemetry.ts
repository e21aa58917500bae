import type { postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import type { ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { Context } from '#platform/http/context.ts';

const patienceMs = 5_000;

/** Where telemetry goes; undefined, as usual, where it is not wholly configured: then nothing goes anywhere. */
export function telemetryTarget({ telemetry }: Pick<MasterConfig, 'telemetry'>) {
  const { enabled, segment_webui_key: key, endpoint } = telemetry;
  return enabled && key !== null && endpoint !== null ? { key, endpoint } : undefined;
}

/**
 * Passes on what the console tells, in the form of Segment's HTTP calls. The server says who it is: by number, no name.
 * Browsers connect to nothing but their own server.
 */
export const postTelemetry = async ({ body }: ExtRequestOf<typeof postTelemetryRoute>, { master, user }: Context) => {
  const target = telemetryTarget(master.config);
  if (!target) return { taken: false };
  const cluster = { clusterId: master.clusterId, masterId: master.masterId };
  const said = body.type === 'page' ? { name: body.page, properties: cluster } : { traits: cluster };
  try {
    const answer = await fetch(new URL(`v1/${body.type}`, withSlash(target.endpoint)), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Basic ${Buffer.from(`${target.key}:`).toString('base64')}`,
      },
      body: JSON.stringify({ userId: String(user.id), timestamp: master.clock.now().toISOString(), ...said }),
      redirect: 'error',
      signal: AbortSignal.timeout(patienceMs),
    });
    await answer.body?.cancel();
    return { taken: answer.ok };
  } catch (error) {
    master.log.debug({ err: error }, 'telemetry was not taken');
    return { taken: false };
  }
};

const withSlash = (address: string) => (address.endsWith('/') ? address : `${address}/`);
