import { route } from '../route.ts';
import {
  deleteWebhookData,
  getWebhooksData,
  patchWebhookData,
  postWebhookData,
  postWebhookEventDataData,
  testWebhookData,
} from './webhooks-generated.ts';

// VIEW_WEBHOOKS on the workspace, at cluster scope for global ones (without roles: workspace owners, admins); the URL
// only for those who may edit.
export const getWebhooksRoute = /* @__PURE__ */ route(getWebhooksData, { needs: { more: true }, reads: ['webhook'] });
export const patchWebhookRoute = /* @__PURE__ */ route(patchWebhookData, {
  needs: { permission: 'EDIT_WEBHOOKS', on: 'webhook', by: 'id', withoutRbac: 'workspaceOwner' },
  changes: ['webhook'],
});
// A global one needs the permission at cluster scope (without roles: admin).
export const postWebhookRoute = /* @__PURE__ */ route(postWebhookData, {
  needs: {
    permission: 'EDIT_WEBHOOKS',
    on: 'workspace',
    by: 'webhook.workspaceId',
    withoutRbac: 'workspaceOwner',
    more: true,
  },
  changes: ['webhook'],
});
export const deleteWebhookRoute = /* @__PURE__ */ route(deleteWebhookData, {
  needs: { permission: 'EDIT_WEBHOOKS', on: 'webhook', by: 'id', withoutRbac: 'workspaceOwner' },
  changes: ['webhook'],
});
export const testWebhookRoute = /* @__PURE__ */ route(testWebhookData, {
  needs: { permission: 'EDIT_WEBHOOKS', on: 'webhook', by: 'id', withoutRbac: 'workspaceOwner' },
  reads: [],
});
export const postWebhookEventDataRoute = /* @__PURE__ */ route(postWebhookEventDataData, {
  needs: { permission: 'UPDATE_EXPERIMENT', on: 'experiment', by: 'experimentId' },
  reads: [],
});
