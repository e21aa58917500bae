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
// CREATE_MODEL_REGISTRY on the workspace, which goes by id or name.
export const postModelRoute = /* @__PURE__ */ route(postModelData, { needs: { more: true }, changes: ['model'] });
// Moving it needs CREATE_MODEL_REGISTRY on the destination.
export const patchModelRoute = /* @__PURE__ */ route(patchModelData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName', more: true },
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
// CREATE_MODEL_REGISTRY on the destination.
export const moveModelRoute = /* @__PURE__ */ route(moveModelData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName', more: true },
  changes: ['model'],
});
// DELETE_MODEL_REGISTRY for one's own, DELETE_OTHER_USER_MODEL_REGISTRY for others'.
export const deleteModelRoute = /* @__PURE__ */ route(deleteModelData, {
  needs: { on: 'model', by: 'modelName', withoutRbac: 'owner', more: true },
  changes: ['model', 'modelVersion'],
});
// Only models one may view.
export const getModelsRoute = /* @__PURE__ */ route(getModelsData, {
  needs: { more: true },
  reads: ['model', 'modelVersion'],
});
// Only labels of models one may view.
export const getModelLabelsRoute = /* @__PURE__ */ route(getModelLabelsData, {
  needs: { more: true },
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
// VIEW_EXPERIMENT_ARTIFACTS on the checkpoint, or a model one may view that already has it.
export const postModelVersionRoute = /* @__PURE__ */ route(postModelVersionData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName', more: true },
  changes: ['modelVersion', 'model', 'checkpoint'],
});
export const patchModelVersionRoute = /* @__PURE__ */ route(patchModelVersionData, {
  needs: { permission: 'EDIT_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  changes: ['modelVersion', 'model'],
});
// DELETE_MODEL_VERSION for one's own, DELETE_OTHER_USER_MODEL_VERSION for others' (without roles: who made the
// version, or an admin).
export const deleteModelVersionRoute = /* @__PURE__ */ route(deleteModelVersionData, {
  needs: { on: 'model', by: 'modelName', more: true },
  changes: ['modelVersion', 'model', 'checkpoint'],
});
export const getTrialMetricsByModelVersionRoute = /* @__PURE__ */ route(getTrialMetricsByModelVersionData, {
  needs: { permission: 'VIEW_MODEL_REGISTRY', on: 'model', by: 'modelName' },
  reads: ['modelVersion', 'metric'],
});
