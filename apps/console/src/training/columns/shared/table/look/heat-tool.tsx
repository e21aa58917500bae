import { Grid2x2 } from 'lucide-react';
import { formatMetric } from '#ui/format/numbers.ts';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';
import type { ProjectTable } from '../project-table.ts';
import { labelOf, type TableKind } from '../table-kind.ts';
import styles from './look.module.css';
import type { Heat } from './use-heat.ts';

/** Switches the tint of metrics on and off, where there are any. */
export function HeatTool({ table, heat }: { table: ProjectTable; heat: Heat }) {
  const { on } = table.heat;
  if (heat.columns.length === 0) return null;
  return (
    <>
      <Button variant="quiet" aria-pressed={on} onClick={() => table.setHeat({ on: !on })}>
        <Icon of={Grid2x2} size={14} />
        <span>Heat map</span>
      </Button>
      {heat.failed ? (
        <span role="alert" className={styles.problem}>
          Unable to fetch project heatmap{' '}
          <Button size="xs" onClick={heat.retry}>
            Retry
          </Button>
        </span>
      ) : null}
    </>
  );
}

/** What the tint of the first such column means: its worst value and its best one. */
export function HeatKey({ kind, heat }: { kind: Pick<TableKind, 'facts'>; heat: Heat }) {
  const [first] = heat.shown;
  if (!first) return null;
  const [id, { worst, best }] = first;
  return (
    <span className={styles.key}>
      <span className={styles.keyName}>{labelOf(kind, id)}</span> {formatMetric(worst)}
      <span className={styles.ramp} aria-hidden="true" /> {formatMetric(best)}
    </span>
  );
}
