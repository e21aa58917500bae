/** How a table looks, apart from which rows and columns it has; what is as by default is absent. */
export interface TableLook {
  /** How many columns stay in sight. */
  pinned?: number;
  /** In pixels, by column. */
  widths?: Readonly<Record<string, number>>;
  /** Metrics are tinted by how good they are in the project, but for these columns. */
  heatmapOn?: boolean;
  heatmapSkipped?: readonly string[];
  /** One list in place of pages. */
  endless?: boolean;
}

/** Of what was stored or stands in an address, what is of this form. */
export function readLook(stored: unknown): TableLook {
  const { pinned, widths, heatmapOn, heatmapSkipped, endless } = (stored ?? {}) as Record<string, unknown>;
  const entries = Object.entries(typeof widths === 'object' && widths !== null ? widths : {});
  return {
    pinned: Number.isSafeInteger(pinned) ? (pinned as number) : undefined,
    widths: Object.fromEntries(entries.filter(([, width]) => typeof width === 'number')),
    heatmapOn: heatmapOn === true || undefined,
    heatmapSkipped: Array.isArray(heatmapSkipped) ? heatmapSkipped.filter((id) => typeof id === 'string') : undefined,
    endless: endless === true || undefined,
  };
}
