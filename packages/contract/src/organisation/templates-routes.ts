import { route } from '../route.ts';
import {
  deleteTemplateData,
  getTemplateData,
  getTemplatesData,
  patchTemplateConfigData,
  patchTemplateNameData,
  postTemplateData,
  putTemplateData,
} from './templates-generated.ts';

// Only templates one may view.
export const getTemplatesRoute = /* @__PURE__ */ route(getTemplatesData, {
  needs: { more: true },
  reads: ['template'],
});
export const getTemplateRoute = /* @__PURE__ */ route(getTemplateData, {
  needs: { permission: 'VIEW_TEMPLATES', on: 'template', by: 'templateName' },
  reads: ['template'],
});
// UPDATE_TEMPLATES where it exists; otherwise CREATE_TEMPLATES and VIEW_WORKSPACE on the workspace.
export const putTemplateRoute = /* @__PURE__ */ route(putTemplateData, {
  needs: { more: true },
  changes: ['template'],
});
// Without a workspace it is made in the default one, under the same rule.
export const postTemplateRoute = /* @__PURE__ */ route(postTemplateData, {
  needs: {
    permission: 'CREATE_TEMPLATES',
    and: ['VIEW_WORKSPACE'],
    on: 'workspace',
    by: 'template.workspaceId',
    more: true,
  },
  changes: ['template'],
});
export const patchTemplateConfigRoute = /* @__PURE__ */ route(patchTemplateConfigData, {
  needs: { permission: 'UPDATE_TEMPLATES', on: 'template', by: 'templateName' },
  changes: ['template'],
});
export const patchTemplateNameRoute = /* @__PURE__ */ route(patchTemplateNameData, {
  needs: { permission: 'UPDATE_TEMPLATES', on: 'template', by: 'oldName' },
  changes: ['template'],
});
export const deleteTemplateRoute = /* @__PURE__ */ route(deleteTemplateData, {
  needs: { permission: 'DELETE_TEMPLATES', on: 'template', by: 'templateName' },
  changes: ['template'],
});
