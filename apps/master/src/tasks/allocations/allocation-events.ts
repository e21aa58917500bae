import { defineEvent } from '#platform/bus/bus.ts';

/** An allocation's row changed: whoever waits for it looks again. */
export const allocationChanged = defineEvent<{ allocationId: string; taskId: string }>('allocation-changed');
/** Why an allocation waits is told in other words: nothing else of it has changed. */
export const waitingReasonChanged = defineEvent<{ allocationId: string; taskId: string }>('waiting-reason-changed');
/** A part of an allocation was given to a machine, is to be stopped, or ended: its machine's master looks again. */
export const placesChanged = defineEvent<Record<string, never>>('places-changed');
/** The queue or what it may hand out changed: the driver looks again. */
export const queueChanged = defineEvent<Record<string, never>>('queue-changed');
