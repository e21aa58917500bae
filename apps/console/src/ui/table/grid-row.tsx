// biome-ignore-all lint/a11y/useSemanticElements: a windowed grid places its cells itself, which table elements do not allow
// biome-ignore-all lint/a11y/useFocusableInteractive: focus is on one cell at a time, never on rows or the grid
import { type CSSProperties, memo, type ReactNode } from 'react';
import styles from './data-grid.module.css';
import { textFits } from './grid-column.ts';
import type { ColumnBlock } from './grid-window.ts';
import type { PaneColumns } from './use-grid-panes.ts';

interface GridRowProps<Row> extends PaneColumns<Row> {
  row: Row | undefined;
  index: number;
  ariaIndex: number;
  top: number;
  height: number;
  activeColumn: number | undefined;
  muted: boolean;
  /** Undefined where rows are not ticked. */
  chosen: boolean | undefined;
}

/** A row, or of a wide table what of it stands in one pane: rows of one number are one row to whoever has them read. */
function Row<R>(props: GridRowProps<R>) {
  const { row, index, pinned, blocks, pinnedEnd, activeColumn } = props;
  let edge = pinned?.end ?? props.left;
  return (
    <div
      role="row"
      aria-rowindex={props.ariaIndex}
      aria-busy={row === undefined}
      aria-selected={props.chosen}
      className={styles.row}
      data-r={index}
      data-muted={props.muted || undefined}
      data-active={activeColumn !== undefined || undefined}
      style={{ top: props.top, height: props.height }}
    >
      {pinned && <Cells row={row} block={pinned} gap={0} active={activeIn(pinned, activeColumn)} />}
      {blocks.map((block) => {
        const gap = block.start - edge;
        edge = block.end;
        return <Cells key={block.at} row={row} block={block} gap={gap} active={activeIn(block, activeColumn)} />;
      })}
      {pinnedEnd && <Cells row={row} block={pinnedEnd} gap="auto" active={activeIn(pinnedEnd, activeColumn)} />}
    </div>
  );
}

/** Rows outside a change are skipped; so are, in a row, blocks of columns that are as they were. */
export const GridRow = memo(Row) as typeof Row; // memo() drops the type parameter

function activeIn<R>({ columns }: ColumnBlock<R>, active: number | undefined): number | undefined {
  return columns.some(({ index }) => index === active) ? active : undefined;
}

interface CellsProps<Row> {
  row: Row | undefined;
  block: ColumnBlock<Row>;
  /** Between what stands before it and its first cell. */
  gap: number | 'auto';
  active: number | undefined;
}

// No component for each cell, and one element where there is but a figure: there are thousands.
const Cells = memo(function CellsOfBlock<R>({ row, block, gap, active }: CellsProps<R>) {
  return block.columns.map(({ column, index, width, style, last, pinEdge }, at) => {
    const heat = row === undefined ? undefined : column.heat?.(row);
    const text = row === undefined ? undefined : column.plain?.(row);
    const plain = text !== undefined && textFits(text, width);
    const before = at === 0 && gap !== 0 ? gap : undefined;
    return (
      <div
        key={column.id}
        role="gridcell"
        aria-colindex={index + 1}
        data-c={index}
        data-align={column.align}
        data-heat={heat === undefined ? undefined : true}
        data-last={last || undefined}
        data-pin-edge={pinEdge || undefined}
        tabIndex={active === index ? 0 : -1}
        className={plain ? styles.plain : styles.cell}
        style={
          heat === undefined && before === undefined
            ? style
            : // React types know no custom properties.
              ({ ...style, marginLeft: before, '--h': heat } as CSSProperties)
        }
      >
        {row === undefined ? (
          <span className={styles.bone} aria-hidden="true" />
        ) : plain ? (
          text
        ) : (
          boxed(text ?? column.cell(row))
        )}
      </div>
    );
  });
}) as <R>(props: CellsProps<R>) => ReactNode; // memo() drops the type parameter

/** Bare text gets a box of its own, so that it lines up with other content and ends in an ellipsis. */
function boxed(content: ReactNode): ReactNode {
  return typeof content === 'string' || typeof content === 'number' ? <span>{content}</span> : content;
}
