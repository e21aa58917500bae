import * as contract from '@determined/contract/outbound/webhooks-routes.ts';
import { notImplemented, type Served, serve } from '#platform/http/serve.ts';

export const webhooksRoutes: Served[] = [
  serve(contract.getWebhooksRoute, notImplemented),
  serve(contract.patchWebhookRoute, notImplemented),
  serve(contract.postWebhookRoute, notImplemented),
  serve(contract.deleteWebhookRoute, notImplemented),
  serve(contract.testWebhookRoute, notImplemented),
  serve(contract.postWebhookEventDataRoute, notImplemented),
];
