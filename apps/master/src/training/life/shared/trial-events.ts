import { defineEvent } from '#platform/bus/bus.ts';

export const trialChanged = defineEvent<{ trialId: number; experimentId: number }>('trial-changed');
/** Sent once a trial has reached its end: its open data can be put away. */
export const trialEnded = defineEvent<{ trialId: number; experimentId: number }>('trial-ended');
