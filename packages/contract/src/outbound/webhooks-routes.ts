import { route } from '../route.ts';
import {
  deleteWebhookData,
  getWebhooksData,
  patchWebhookData,
  postWebhookData,
  postWebhookEventDataData,
  testWebhookData,
} from './webhooks-generated.ts';

export const getWebhooksRoute = /* @__PURE__ */ route(getWebhooksData, {
  needs: {
    checks: [
      { kind: 'scope', on: 'webhook', by: 'webhooks', needs: ['VIEW_WEBHOOKS'], withoutRbac: 'workspaceOwner' },
      {
        kind: 'fields',
        of: 'reply',
        on: 'webhook',
        by: ['webhooks.url'],
        needs: ['EDIT_WEBHOOKS'],
        withoutRbac: 'workspaceOwner',
      },
    ],
  },
  reads: ['webhook'],
});
export const patchWebhookRoute = /* @__PURE__ */ route(patchWebhookData, {
  needs: { permission: 'EDIT_WEBHOOKS', on: 'webhook', by: 'id', withoutRbac: 'workspaceOwner' },
  changes: ['webhook'],
});
export const postWebhookRoute = /* @__PURE__ */ route(postWebhookData, {
  needs: {
    permission: 'EDIT_WEBHOOKS',
    on: 'workspace',
    by: 'webhook.workspaceId',
    withoutRbac: 'workspaceOwner',
    absent: 'cluster',
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
