import { flatten } from '#training/shared/experiment.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import tables from '#ui/primitives/table.module.css';
import { settingText } from '../shared/trial-hparam.tsx';
import styles from './hyperparameter-table.module.css';

/** A trial's hyperparameters by name, nested ones with dots. */
export function HyperparameterTable({ hparams }: { hparams: unknown }) {
  const rows = flatten(hparams).sort(([a], [b]) => a.localeCompare(b));
  if (rows.length === 0) return <EmptyState title="No hyperparameters" />;
  return (
    <div className={styles.box}>
      <table className={tables.table}>
        <thead>
          <tr>
            <th scope="col">Hyperparameter</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, value]) => (
            <tr key={name}>
              <td className="mono">{name}</td>
              <td>{settingText(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
