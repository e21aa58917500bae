export interface ChartAxis {
  /** Whole numbers, any numbers, or seconds since 1970. */
  kind: 'count' | 'number' | 'time';
  /** Said below the axis: "batches". Times speak for themselves. */
  unit?: string;
  /** One value in words: "batch 24,800". */
  format: (value: number) => string;
}
