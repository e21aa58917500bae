/** What x counts; `time` is seconds since 1970. */
export interface ChartAxis {
  kind: 'count' | 'time';
  /** Axis title and unit of the reading line: "batches". */
  unit: string;
  /** One value in words: "batch 24,800". */
  format: (value: number) => string;
}
