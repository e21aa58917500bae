import { route } from '../route.ts';
import {
  archiveModelData,
  deleteModelData,
  deleteModelVersionData,
  getModelData,
  getModelLabelsData,
  getModelsData,
  getModelVersionData,
  getModelVersionsData,
  getTrialMetricsByModelVersionData,
  moveModelData,
  patchModelData,
  patchModelVersionData,
  postModelData,
  postModelVersionData,
  unarchiveModelData,
} from './models-generated.ts';

export const getModelRoute = /* @__PURE__ */ route(getModelData, {
  needs: { permission: 'VIEW_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  reads: ['model', 'modelVersion'],
});
export const postModelRoute = /* @__PURE__ */ route(postModelData, {
  needs: {
    checks: [
      { kind: 'also', on: 'workspace', by: 'workspaceId', needs: ['CREATE_MODEL_REGISTRY'] },
      // Without an id: the named one, or everybody's.
      { kind: 'also', on: 'workspace', by: 'workspaceName', needs: ['CREATE_MODEL_REGISTRY'], asked: 'handler' },
    ],
  },
  changes: ['model'],
});
export const patchModelRoute = /* @__PURE__ */ route(patchModelData, {
  needs: {
    permission: 'EDIT_MODEL_REGISTRY',
    on: 'model',
    by: 'modelName',
    checks: [
      { kind: 'also', on: 'workspace', by: 'model.workspaceId', needs: ['CREATE_MODEL_REGISTRY'] },
      { kind: 'also', on: 'workspace', by: 'model.workspaceName', needs: ['CREATE_MODEL_REGISTRY'], asked: 'handler' },
    ],
  },
  changes: ['model'],
});
export const archiveModelRoute = /* @__PURE__ */ route(archiveModelData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  changes: ['model'],
});
export const unarchiveModelRoute = /* @__PURE__ */ route(unarchiveModelData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  changes: ['model'],
});
export const moveModelRoute = /* @__PURE__ */ route(moveModelData, {
  needs: {
    permission: 'EDIT_MODEL_REGISTRY',
    on: 'model',
    by: 'modelName',
    checks: [{ kind: 'also', on: 'workspace', by: 'destinationWorkspaceId', needs: ['CREATE_MODEL_REGISTRY'] }],
  },
  changes: ['model'],
});
export const deleteModelRoute = /* @__PURE__ */ route(deleteModelData, {
  needs: {
    on: 'model',
    by: 'modelName',
    withoutRbac: 'owner',
    refusal: { withoutRoles: "non-admin users may not delete other users' models access denied" },
    checks: [
      {
        kind: 'self',
        on: 'model',
        by: 'modelName',
        needs: ['DELETE_OTHER_USER_MODEL_REGISTRY'],
        own: ['DELETE_MODEL_REGISTRY'],
        withoutRbac: 'owner',
      },
    ],
  },
  changes: ['model', 'modelVersion'],
});
export const getModelsRoute = /* @__PURE__ */ route(getModelsData, {
  needs: { checks: [{ kind: 'scope', on: 'model', by: 'models', needs: ['VIEW_MODEL_REGISTRY'] }] },
  reads: ['model', 'modelVersion'],
});
export const getModelLabelsRoute = /* @__PURE__ */ route(getModelLabelsData, {
  needs: { checks: [{ kind: 'scope', on: 'model', by: 'labels', needs: ['VIEW_MODEL_REGISTRY'] }] },
  reads: ['model'],
});
export const getModelVersionRoute = /* @__PURE__ */ route(getModelVersionData, {
  needs: { permission: 'VIEW_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  reads: ['model', 'modelVersion', 'checkpoint'],
});
export const getModelVersionsRoute = /* @__PURE__ */ route(getModelVersionsData, {
  needs: { permission: 'VIEW_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  reads: ['model', 'modelVersion', 'checkpoint'],
});
// Or a model one may view that already has it.
export const postModelVersionRoute = /* @__PURE__ */ route(postModelVersionData, {
  needs: {
    permission: 'EDIT_MODEL_REGISTRY',
    on: 'model',
    by: 'modelName',
    checks: [
      { kind: 'also', on: 'checkpoint', by: 'checkpointUuid', needs: ['VIEW_EXPERIMENT_ARTIFACTS'], asked: 'handler' },
    ],
  },
  changes: ['modelVersion', 'model', 'checkpoint'],
});
export const patchModelVersionRoute = /* @__PURE__ */ route(patchModelVersionData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  changes: ['modelVersion', 'model'],
});
// Who made the version counts, not the maker of the model.
export const deleteModelVersionRoute = /* @__PURE__ */ route(deleteModelVersionData, {
  needs: {
    permission: 'VIEW_MODEL_REGISTRY',
    on: 'model',
    by: 'modelName',
    checks: [
      {
        kind: 'self',
        on: 'modelVersion',
        by: 'modelVersionNum',
        needs: ['DELETE_OTHER_USER_MODEL_VERSION'],
        own: ['DELETE_MODEL_VERSION'],
        withoutRbac: 'owner',
        refusal: { withoutRoles: "non-admin users may not delete other users' model versions access denied" },
        asked: 'handler',
      },
    ],
  },
  changes: ['modelVersion', 'model', 'checkpoint'],
});
export const getTrialMetricsByModelVersionRoute = /* @__PURE__ */ route(getTrialMetricsByModelVersionData, {
  needs: { permission: 'VIEW_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  reads: ['modelVersion', 'metric'],
});
