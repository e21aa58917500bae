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

export const getTemplatesRoute = /* @__PURE__ */ route(getTemplatesData, {
  needs: { checks: [{ kind: 'scope', on: 'template', by: 'templates', needs: ['VIEW_TEMPLATES'] }] },
  reads: ['template'],
});
export const getTemplateRoute = /* @__PURE__ */ route(getTemplateData, {
  needs: { permission: 'VIEW_TEMPLATES', on: 'template', by: 'templateName' },
  reads: ['template'],
});
// The one where it exists, else the other.
export const putTemplateRoute = /* @__PURE__ */ route(putTemplateData, {
  needs: {
    checks: [
      { kind: 'also', on: 'template', by: 'template.name', needs: ['UPDATE_TEMPLATES'], asked: 'handler' },
      {
        kind: 'also',
        on: 'workspace',
        by: 'template.workspaceId',
        needs: ['CREATE_TEMPLATES', 'VIEW_WORKSPACE'],
        asked: 'handler',
      },
    ],
  },
  changes: ['template'],
});
export const postTemplateRoute = /* @__PURE__ */ route(postTemplateData, {
  needs: {
    permission: 'CREATE_TEMPLATES',
    and: ['VIEW_WORKSPACE'],
    on: 'workspace',
    by: 'template.workspaceId',
    absent: 'default',
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
