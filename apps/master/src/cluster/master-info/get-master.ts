import type { getMasterRoute, getTelemetryRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { hasLogo } from '#platform/config/logo-settings.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { PublicContext } from '#platform/http/context.ts';
import type { PublicHandler, RawHandler } from '#platform/http/serve.ts';
import { signInProviders } from '../../identity/auth/shared/sign-in-providers.ts';
import { signsInElsewhere } from '../../identity/users/shared/managed-elsewhere.ts';
import { currentMessage } from './cluster-message.ts';
import { telemetryTarget } from './post-telemetry.ts';

/** What clients check their own version against. */
export const wireVersion = '0.38.1';

export const getMaster: PublicHandler<typeof getMasterRoute> = async (_request, { master }) => ({
  version: wireVersion,
  masterId: master.masterId,
  clusterId: master.clusterId,
  clusterName: master.config.cluster_name,
  telemetryEnabled: telemetryTarget(master.config) !== undefined,
  ssoProviders: signInProviders(master.config),
  externalLoginUri: master.config.__internal.external_sessions.login_uri ?? '',
  externalLogoutUri: master.config.__internal.external_sessions.logout_uri ?? '',
  branding: master.config.ui.branding,
  rbacEnabled: master.config.security.authz.rbac_ui_enabled ?? master.config.security.authz.type === 'rbac',
  product: 'PRODUCT_UNSPECIFIED',
  featureSwitches: master.config.feature_switches,
  userManagementEnabled: !signsInElsewhere(master),
  strictJobQueueControl: master.config.security.authz.strict_job_queue_control,
  clusterMessage: await currentMessage(master.db, master.clock.now()),
  hasCustomLogo: hasLogo(master.config),
});

export const getTelemetry: PublicHandler<typeof getTelemetryRoute> = async (_request, { master }) => {
  const target = telemetryTarget(master.config);
  return { enabled: target !== undefined, segmentKey: target?.key ?? '' };
};

/** The first thing the command line asks. Facts: contract, non-proto routes. */
export const info: RawHandler = async (_request, reply, ctx) =>
  reply.type('application/json; charset=UTF-8').send(JSON.stringify(infoOf(ctx)));

function telemetryInfo(config: MasterConfig) {
  const target = telemetryTarget(config);
  return target ? { enabled: true, segment_key: target.key } : { enabled: false };
}

function infoOf({ master }: PublicContext) {
  const providers = signInProviders(master.config);
  return {
    version: wireVersion,
    master_id: master.masterId,
    cluster_id: master.clusterId,
    cluster_name: master.config.cluster_name,
    telemetry: { ...telemetryInfo(master.config), otel_enabled: false, otel_endpoint: '' },
    sso_providers:
      providers.length === 0
        ? null
        : providers.map(({ name, ssoUrl, type, alwaysRedirect }) => ({
            sso_url: ssoUrl,
            name,
            type,
            always_redirect: alwaysRedirect,
          })),
  };
}
