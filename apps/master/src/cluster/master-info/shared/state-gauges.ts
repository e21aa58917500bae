import { Gauge, type Registry } from 'prom-client';
import { type Master, perMaster } from '#platform/master.ts';

/** Adds gauges of what belongs to what to an answer of `/prom/det-state-metrics`. */
export type StateGauges = (registry: Registry, master: Master) => Promise<void>;

/** Registered by the slices that own the things, so that this one knows none of them. In the order of the answer. */
export const stateGauges = perMaster((): StateGauges[] => []);

/** Ended work is shown for a while, so that its last value is read. */
export const shownMinutes = 60;

export function gauge<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: Label[],
): Gauge<Label> {
  return new Gauge({ name, help, labelNames, registers: [registry] });
}
