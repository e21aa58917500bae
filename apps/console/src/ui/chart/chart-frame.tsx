import { Table2 } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { truncate } from '../format/words.ts';
import { IconButton } from '../primitives/icon-button.tsx';
import { ChartBoundary } from './chart-boundary.tsx';
import styles from './line-chart.module.css';

interface ChartFrameProps {
  title: string;
  /** Muted words after the title. */
  note?: ReactNode;
  /** What is read at the pointer or by keys, in the note's place. */
  reading?: ReactNode;
  /** Controls of the head. */
  controls?: ReactNode;
  /** Said instead of plot and table, where there is nothing to draw. */
  empty?: ReactNode;
  table: ReactNode;
  height: number;
  /** Said by screen readers when it changes. */
  spoken: string;
  /** A muted line below the plot. */
  caption?: ReactNode;
  children: ReactNode;
}

/** Head, table twin and foot that all charts have. */
export function ChartFrame(props: ChartFrameProps) {
  const [asTable, setAsTable] = useState(false);
  const heading = useId();
  return (
    <figure className={styles.figure} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} title={props.title}>
          {truncate(props.title)}
        </h2>
        {props.reading ?? (props.note && <span className={styles.note}>{props.note}</span>)}
        <span className={styles.space} />
        {props.controls}
        <IconButton
          icon={Table2}
          name="Show as table"
          size="xs"
          aria-pressed={asTable}
          onClick={() => setAsTable(!asTable)}
        />
      </div>
      {props.empty !== undefined ? (
        // What stands below stays where it is when there is something to draw.
        <div style={{ minHeight: props.height }}>{props.empty}</div>
      ) : (
        <ChartBoundary height={props.height}>{asTable ? props.table : props.children}</ChartBoundary>
      )}
      <span className="visually-hidden" aria-live="polite">
        {props.spoken}
      </span>
      {props.caption && props.empty === undefined && (
        <figcaption className={styles.caption}>{props.caption}</figcaption>
      )}
    </figure>
  );
}

/** The place of a chart that is not drawn, as it is out of sight: found by its name, and as high as the chart. */
export function ChartOutline({ title, note, height }: Pick<ChartFrameProps, 'title' | 'note' | 'height'>) {
  const heading = useId();
  return (
    <figure className={styles.figure} aria-labelledby={heading}>
      <div className={styles.head} data-outline>
        <h2 id={heading} title={title}>
          {truncate(title)}
        </h2>
        {note && <span className={styles.note}>{note}</span>}
      </div>
      <div style={{ height }} />
    </figure>
  );
}
