import { useId } from 'react';
import styles from './data-grid.module.css';
import type { PlacedColumn, PlacedColumns } from './use-grid-columns.ts';

const bone = { share: 0.62, atMost: 120, height: 10 } as const;
/** To the left and right of what a cell holds; wider at the table's edges. */
const [padding, edgePadding] = [8, 16];

interface GridBonesProps<Row> {
  placed: PlacedColumns<Row>;
  rowHeight: number;
}

/** The rows to come while none is known: a picture, as cells that only go again would cost more than those that stay. */
export function GridBones<Row>({ placed, rowHeight }: GridBonesProps<Row>) {
  return (
    <div className={styles.bones} aria-hidden="true">
      {placed.pinned.length > 0 && (
        <div className={styles.bonesPinned} style={{ width: placed.pinnedWidth }}>
          <Bones columns={placed.pinned} rowHeight={rowHeight} />
        </div>
      )}
      <Bones columns={placed.center} rowHeight={rowHeight} />
    </div>
  );
}

function Bones<Row>({ columns, rowHeight }: { columns: readonly PlacedColumn<Row>[]; rowHeight: number }) {
  const id = useId();
  const [start, width] = [columns[0]?.start ?? 0, columns.reduce((sum, column) => sum + column.width, 0)];
  return (
    <svg className={styles.bonesPicture} width={width} height="100%" aria-hidden="true">
      <pattern id={id} width={width} height={rowHeight} patternUnits="userSpaceOnUse">
        {columns.map((placed) => {
          const left = placed.index === 0 ? edgePadding : padding;
          const room = placed.width - left - (placed.last ? edgePadding : padding);
          const wide = Math.max(0, Math.min(bone.share * room, bone.atMost));
          return (
            <rect
              key={placed.column.id}
              x={placed.start - start + left + (placed.column.align === 'end' ? room - wide : 0)}
              y={(rowHeight - 1 - bone.height) / 2}
              width={wide}
              height={bone.height}
              rx="4"
            />
          );
        })}
      </pattern>
      <rect width="100%" height="100%" fill={`url(#${id})`} />
    </svg>
  );
}
