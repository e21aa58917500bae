/**
 * Pages keep only what they know in their address: what the visit began with counts until the page is loaded again. main.tsx
 * imports it first, before anybody is sent elsewhere.
 */
export const queryAtStart = globalThis.location?.search ?? '';
