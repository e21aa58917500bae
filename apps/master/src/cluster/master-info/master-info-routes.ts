import { getServerHealthRoute, postTelemetryRoute } from '@determined/contract/cluster/ext-routes.ts';
import * as contract from '@determined/contract/cluster/master-info-routes.ts';
import type { Needs } from '@determined/contract/route.ts';
import { raw, type Served, serve, serveExt, servePublic } from '#platform/http/serve.ts';
import { deleteClusterMessage, getClusterMessage, setClusterMessage } from './cluster-message.ts';
import { getMaster, getTelemetry, info } from './get-master.ts';
import { getServerHealth, health } from './health.ts';
import { getMasterConfig, patchMasterConfig } from './master-config.ts';
import { postTelemetry } from './post-telemetry.ts';
import { getProcessMetrics, getStateMetrics } from './prometheus-metrics.ts';
import { streamMasterLogs } from './stream-master-logs.ts';

/** They tell of everybody's work. */
const administrators: Partial<Needs> = { permission: 'VIEW_MASTER_LOGS', on: 'cluster', withoutRbac: 'admin' };

export const masterInfoRoutes: Served[] = [
  raw('GET', '/info', info, 'open'),
  raw('GET', '/health', health, 'open'),
  serveExt(getServerHealthRoute, getServerHealth),
  serveExt(postTelemetryRoute, postTelemetry),
  servePublic(contract.getMasterRoute, getMaster),
  servePublic(contract.getTelemetryRoute, getTelemetry),
  serve(contract.getMasterConfigRoute, getMasterConfig),
  serve(contract.patchMasterConfigRoute, patchMasterConfig),
  serve(contract.masterLogsRoute, streamMasterLogs),
  serve(contract.getClusterMessageRoute, getClusterMessage),
  serve(contract.setClusterMessageRoute, setClusterMessage),
  serve(contract.deleteClusterMessageRoute, deleteClusterMessage),
  raw('GET', '/metrics', getProcessMetrics, administrators),
  raw('GET', '/debug/prom/metrics', getProcessMetrics, administrators),
  raw('GET', '/prom/det-state-metrics', getStateMetrics, administrators),
];
