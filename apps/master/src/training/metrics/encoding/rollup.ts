/**
 * A curve as buckets of neighbouring points: where each ends, and the least, greatest and last finite value inside, NaN
 * where there is none: that such values were reported is drawn too. A single point is a bucket of its own. Values are
 * single precision: this is what gets drawn, never what gets computed with.
 */
export interface Curve {
  steps: number[];
  /** Microseconds since 1970. */
  times: number[];
  min: number[];
  max: number[];
  last: number[];
}

/** Reports in one stored bucket. */
export const rollupSpan = 16;
/** Of what machines report, ten times a second: a day is thirteen thousand of them. */
export const systemSpan = 64;
/** Reports in a bucket of a stretch. */
export const stretchSpan = 256;

export function emptyCurve(): Curve {
  return { steps: [], times: [], min: [], max: [], last: [] };
}

export function addPoint(curve: Curve, step: number, time: number, value: number): void {
  const single = clampSingle(value);
  addBucket(curve, step, time, single, single, single);
}

/** Single points; cheaper than a curve as long as nothing is put together. */
export interface Points {
  steps: number[];
  times: number[];
  values: number[];
}

/** The curve of points in at most `buckets` buckets, as reduceCurve does it. */
export function curveOfPoints({ steps, times, values }: Points, buckets: number): Curve {
  const singles = values.map(clampSingle);
  return reduceCurve({ steps, times, min: singles, max: singles, last: singles }, buckets);
}

function addBucket(curve: Curve, step: number, time: number, min: number, max: number, last: number): void {
  curve.steps.push(step);
  curve.times.push(time);
  curve.min.push(min);
  curve.max.push(max);
  curve.last.push(last);
}

const largestSingle = 3.4028234663852886e38;

function clampSingle(value: number): number {
  if (!Number.isFinite(value)) return Number.NaN;
  return Math.fround(Math.max(-largestSingle, Math.min(largestSingle, value)));
}

export function appendCurve(to: Curve, from: Curve): void {
  for (let index = 0; index < from.steps.length; index += 1) copyBucket(to, from, index);
}

function copyBucket(to: Curve, from: Curve, index: number): void {
  addBucket(
    to,
    from.steps[index] ?? 0,
    from.times[index] ?? 0,
    from.min[index] ?? 0,
    from.max[index] ?? 0,
    from.last[index] ?? 0,
  );
}

/** The same curve in at most `buckets` buckets of equal numbers of neighbours; extremes and the end stay. */
export function reduceCurve(curve: Curve, buckets: number): Curve {
  const size = curve.steps.length;
  if (size <= buckets) return curve;
  const result = emptyCurve();
  for (let bucket = 0; bucket < buckets; bucket += 1) {
    const from = Math.floor((bucket * size) / buckets);
    const to = Math.floor(((bucket + 1) * size) / buckets);
    let min = Number.NaN;
    let max = Number.NaN;
    let last = Number.NaN;
    for (let index = from; index < to; index += 1) {
      const end = curve.last[index] ?? Number.NaN;
      if (Number.isNaN(end)) continue;
      min = Number.isNaN(last) ? (curve.min[index] ?? end) : Math.min(min, curve.min[index] ?? end);
      max = Number.isNaN(last) ? (curve.max[index] ?? end) : Math.max(max, curve.max[index] ?? end);
      last = end;
    }
    addBucket(result, curve.steps[to - 1] ?? 0, curve.times[to - 1] ?? 0, min, max, last);
  }
  return result;
}

/** Buckets in the order of their steps, or times; those that stand in order already are given back as they are. */
export function sortCurve(curve: Curve, by: 'steps' | 'times' = 'steps'): Curve {
  const places = curve[by];
  let inOrder = true;
  for (let index = 1; index < places.length && inOrder; index += 1) {
    inOrder = (places[index - 1] ?? 0) <= (places[index] ?? 0);
  }
  if (inOrder) return curve;
  const order = places.map((place, index) => ({ place, index }));
  order.sort((left, right) => left.place - right.place || left.index - right.index);
  const sorted = emptyCurve();
  for (const { index } of order) copyBucket(sorted, curve, index);
  return sorted;
}

function rowsBySteps(steps: readonly number[]): number[] {
  const rows = Array.from(steps.keys());
  const inOrder = steps.every((step, row) => row === 0 || (steps[row - 1] ?? 0) <= step);
  // The sort is stable: of equal steps the order of arrival stays.
  return inOrder ? rows : rows.sort((left, right) => (steps[left] ?? 0) - (steps[right] ?? 0));
}

/**
 * The stored roll-up of a column: times, then steps, least, greatest, last, little endian. Of neighbours by step, as
 * what is sent at once may come in any order.
 */
export function encodeRollup(
  steps: readonly number[],
  times: readonly number[],
  values: readonly (number | undefined)[],
  span = rollupSpan,
): Uint8Array {
  const order = rowsBySteps(steps);
  const curve = emptyCurve();
  for (let from = 0; from < order.length; from += span) {
    const points = emptyCurve();
    for (const index of order.slice(from, from + span)) {
      const value = values[index];
      if (value !== undefined) addPoint(points, steps[index] ?? 0, times[index] ?? 0, value);
    }
    if (points.steps.length > 0) appendCurve(curve, reduceCurve(points, 1));
  }
  const parts = [
    Float64Array.from(curve.times),
    Int32Array.from(curve.steps),
    Float32Array.from(curve.min),
    Float32Array.from(curve.max),
    Float32Array.from(curve.last),
  ];
  return Buffer.concat(parts.map((part) => new Uint8Array(part.buffer)));
}

/** Adds the buckets of a stored roll-up. */
export function appendRollup(to: Curve, bytes: Uint8Array): void {
  const count = bytes.length / 24;
  // A copy: typed arrays need their data to start at a multiple of the value's width.
  const { buffer } = Uint8Array.from(bytes);
  const times = new Float64Array(buffer, 0, count);
  const steps = new Int32Array(buffer, count * 8, count);
  const singles = new Float32Array(buffer, count * 12, count * 3);
  for (let index = 0; index < count; index += 1) {
    const single = (part: number) => singles[part * count + index] as number;
    addBucket(to, steps[index] as number, times[index] as number, single(0), single(1), single(2));
  }
}

/** A chunk's roll-up in buckets of a stretch. */
export function coarserRollup(curve: Curve): Curve {
  return reduceCurve(curve, Math.ceil((curve.steps.length * rollupSpan) / stretchSpan));
}

const bucketBytes = 24;

/**
 * The buckets of a stretch, one after the other: its time, then step, least, greatest, last, little endian. Neither compressed nor by
 * columns: those of many stretches are read as one piece.
 */
export function encodeBuckets(curve: Curve): Uint8Array<ArrayBuffer> {
  const bytes = new ArrayBuffer(curve.steps.length * bucketBytes);
  const { times, steps, singles } = viewsOf(bytes);
  for (let index = 0; index < curve.steps.length; index += 1) {
    times[index * 3] = curve.times[index] ?? 0;
    steps[index * 6 + 2] = curve.steps[index] ?? 0;
    singles[index * 6 + 3] = curve.min[index] ?? Number.NaN;
    singles[index * 6 + 4] = curve.max[index] ?? Number.NaN;
    singles[index * 6 + 5] = curve.last[index] ?? Number.NaN;
  }
  return new Uint8Array(bytes);
}

/** The curve of stretches' buckets. Each place is written once: appending to its lists took three times as long. */
export function decodeBuckets(bytes: Uint8Array): Curve {
  const count = bytes.length / bucketBytes;
  // A copy: typed arrays need their data to start at a multiple of the value's width.
  const { times, steps, singles } = viewsOf(Uint8Array.from(bytes).buffer);
  const list = () => new Array<number>(count);
  const curve: Curve = { steps: list(), times: list(), min: list(), max: list(), last: list() };
  for (let index = 0; index < count; index += 1) {
    curve.steps[index] = steps[index * 6 + 2] as number;
    curve.times[index] = times[index * 3] as number;
    curve.min[index] = singles[index * 6 + 3] as number;
    curve.max[index] = singles[index * 6 + 4] as number;
    curve.last[index] = singles[index * 6 + 5] as number;
  }
  return curve;
}

const viewsOf = (bytes: ArrayBuffer) => ({
  times: new Float64Array(bytes),
  steps: new Int32Array(bytes),
  singles: new Float32Array(bytes),
});
