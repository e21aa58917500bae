import * as contract from '@determined/contract/cluster/master-info-routes.ts';
import { notImplemented, raw, type Served, serve, servePublic } from '#platform/http/serve.ts';
import { getMaster, info } from './get-master.ts';

export const masterInfoRoutes: Served[] = [
  raw('GET', '/info', info, { open: true }),
  servePublic(contract.getMasterRoute, getMaster),
  serve(contract.getTelemetryRoute, notImplemented),
  serve(contract.getMasterConfigRoute, notImplemented),
  serve(contract.patchMasterConfigRoute, notImplemented),
  serve(contract.masterLogsRoute, notImplemented),
  serve(contract.getClusterMessageRoute, notImplemented),
  serve(contract.setClusterMessageRoute, notImplemented),
  serve(contract.deleteClusterMessageRoute, notImplemented),
];
