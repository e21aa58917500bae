import { route, signedIn } from '../route.ts';
import {
  deleteClusterMessageData,
  getClusterMessageData,
  getMasterConfigData,
  getMasterData,
  getTelemetryData,
  masterLogsData,
  patchMasterConfigData,
  setClusterMessageData,
} from './master-info-generated.ts';

export const getMasterRoute = /* @__PURE__ */ route(getMasterData, {
  needs: signedIn,
  reads: ['masterConfig', 'clusterMessage'],
});
export const getTelemetryRoute = /* @__PURE__ */ route(getTelemetryData, { needs: signedIn, reads: ['masterConfig'] });
export const getMasterConfigRoute = /* @__PURE__ */ route(getMasterConfigData, {
  needs: { permission: 'VIEW_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  reads: ['masterConfig'],
});
export const patchMasterConfigRoute = /* @__PURE__ */ route(patchMasterConfigData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  changes: ['masterConfig'],
});
export const masterLogsRoute = /* @__PURE__ */ route(masterLogsData, {
  needs: { permission: 'VIEW_MASTER_LOGS', on: 'cluster' },
  reads: [],
});
export const getClusterMessageRoute = /* @__PURE__ */ route(getClusterMessageData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  reads: ['clusterMessage'],
});
export const setClusterMessageRoute = /* @__PURE__ */ route(setClusterMessageData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  changes: ['clusterMessage'],
});
export const deleteClusterMessageRoute = /* @__PURE__ */ route(deleteClusterMessageData, {
  needs: { permission: 'UPDATE_MASTER_CONFIG', on: 'cluster', withoutRbac: 'admin' },
  changes: ['clusterMessage'],
});
