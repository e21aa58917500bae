import { getReceiptRoute, getReceiptsRoute } from '@determined/contract/training/receipt-ext-routes.ts';
import { prefetch } from '#platform/api/call.ts';
import { receiptsRequest } from './list/receipts-request.ts';

export const loadReceipt = (receiptId: string): void => prefetch(getReceiptRoute, { params: { receiptId } });
export const loadReceipts = (search: Parameters<typeof receiptsRequest>[0]): void =>
  prefetch(getReceiptsRoute, receiptsRequest(search));
