import { useChartInk } from '#ui/chart/chart-ink.ts';
import { seriesColor, seriesDash } from '#ui/chart/series-palette.ts';
import styles from './compare.module.css';

/** A record's line as charts draw it: colour and dash; grey where it is not in question. */
export function RunKey({ slot }: { slot: number | undefined }) {
  const ink = useChartInk();
  const color = slot === undefined ? ink.ghost : seriesColor(ink.series, slot);
  const dashed = slot !== undefined && seriesDash(slot).length > 0;
  return <span className={styles.key} data-dashed={dashed || undefined} style={{ borderTopColor: color }} />;
}
