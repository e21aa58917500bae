import * as routes from '@determined/contract/training/receipt-ext-routes.ts';
import { type Served, serveExt } from '#platform/http/serve.ts';
import { executeReceipt, stopReceipt } from './execute-receipt.ts';
import { followReceipt } from './follow-receipt.ts';
import { getReceipts } from './list-receipts.ts';
import { previewReceipt } from './preview-receipt.ts';
import { getReceipt, getReceiptItems } from './read-receipt.ts';

export const receiptsRoutes: readonly Served[] = [
  serveExt(routes.previewReceiptRoute, previewReceipt),
  serveExt(routes.executeReceiptRoute, executeReceipt),
  serveExt(routes.stopReceiptRoute, stopReceipt),
  serveExt(routes.followReceiptRoute, followReceipt),
  serveExt(routes.getReceiptRoute, getReceipt),
  serveExt(routes.getReceiptItemsRoute, getReceiptItems),
  serveExt(routes.getReceiptsRoute, getReceipts),
];
