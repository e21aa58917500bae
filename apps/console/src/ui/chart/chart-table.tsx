import { formatCount, formatSetting } from '../format/numbers.ts';
import type { ChartAxis } from './chart-axis.ts';
import { rankedFacts } from './chart-summary.ts';
import styles from './line-chart.module.css';
import type { LineSeries } from './line-series.ts';

interface ChartTableProps {
  series: LineSeries[];
  axis: ChartAxis;
  caption: string;
  smallerIsBetter: boolean | undefined;
  /** What the plot takes, in pixels: longer tables scroll. */
  height: number;
}

/** The chart as numbers: one row a line, the best first. */
export function ChartTable({ series, axis, caption, smallerIsBetter, height }: ChartTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key
    <div className={styles.tableBox} style={{ maxHeight: height }} tabIndex={0}>
      <table className={styles.table}>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Points</th>
            <th scope="col">Last</th>
            <th scope="col">Least</th>
            <th scope="col">At</th>
            <th scope="col">Greatest</th>
            <th scope="col">At</th>
            <th scope="col">Not finite</th>
          </tr>
        </thead>
        <tbody>
          {rankedFacts(series, smallerIsBetter).map((facts) => (
            <tr key={facts.id}>
              <th scope="row">{facts.name}</th>
              <td>{formatCount(facts.points)}</td>
              <td>{formatSetting(facts.last)}</td>
              <td>{formatSetting(facts.least?.value)}</td>
              <td>{facts.least ? axis.format(facts.least.x) : ''}</td>
              <td>{formatSetting(facts.greatest?.value)}</td>
              <td>{facts.greatest ? axis.format(facts.greatest.x) : ''}</td>
              <td>{formatCount(facts.notFinite)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
