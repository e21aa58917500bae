import type { Curve } from '../encoding/rollup.ts';

/** A curve whose x is seconds since the run began, to a thousandth. `started` in microseconds since 1970. */
export function alongTime(curve: Curve, started: number): Curve {
  return { ...curve, steps: curve.times.map((time) => Math.max(0, Math.round((time - started) / 1000) / 1000)) };
}

/** A curve whose x is the epoch that was reported last at or before each step; what comes before any is left out. */
export function alongEpochs(curve: Curve, epochs: Curve): Curve {
  const kept: Curve = { steps: [], times: [], min: [], max: [], last: [] };
  let at = -1;
  curve.steps.forEach((step, i) => {
    while (at + 1 < epochs.steps.length && (epochs.steps[at + 1] ?? 0) <= step) at += 1;
    const epoch = epochs.last[at];
    if (epoch === undefined || !Number.isFinite(epoch)) return;
    kept.steps.push(epoch);
    kept.times.push(curve.times[i] ?? 0);
    kept.min.push(curve.min[i] ?? Number.NaN);
    kept.max.push(curve.max[i] ?? Number.NaN);
    kept.last.push(curve.last[i] ?? Number.NaN);
  });
  return kept;
}
