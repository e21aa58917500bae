import { EmptyState } from '#ui/primitives/notice.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import { flatten } from '../../shared/experiment.ts';
import { settingText } from '../shared/trial-hparam.tsx';
import styles from './hyperparameter-table.module.css';

/** A trial's hyperparameters by name, nested ones with dots. */
export function HyperparameterTable({ hparams }: { hparams: unknown }) {
  const rows = flatten(hparams).sort(([a], [b]) => a.localeCompare(b));
  if (rows.length === 0) return <EmptyState title="No hyperparameters" />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard
    <section className={styles.box} aria-label="Hyperparameters" tabIndex={0}>
      <PlainTable
        rows={rows}
        rowKey={([name]) => name}
        columns={[
          { id: 'name', header: 'Hyperparameter', cell: ([name]) => <span className="mono">{name}</span> },
          { id: 'value', header: 'Value', cell: ([, value]) => settingText(value) },
        ]}
      />
    </section>
  );
}
