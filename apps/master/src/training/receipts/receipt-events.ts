import { defineEvent } from '#platform/bus/bus.ts';

/** More of it is done, or it is at its end. */
export const receiptChanged = defineEvent<{ receiptId: string }>('receipt-changed');

/** It was executed: there is work. */
export const receiptAsked = defineEvent<{ receiptId: string }>('receipt-asked');
