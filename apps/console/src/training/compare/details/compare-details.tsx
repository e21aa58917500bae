import type { ComparedPart, ComparedPath } from '@determined/contract/training/compare-ext-routes.ts';
import { type ReactNode, useState } from 'react';
import { worded } from '#platform/switches/thing-words.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import { formatDuration } from '#ui/format/times.ts';
import { later } from '#ui/primitives/later.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { type Compared, type Comparison, hashText, majority, valueText } from '../shared/compared.ts';
import { RunKey } from '../shared/run-key.tsx';
import styles from './compare-details.module.css';
import { MovesBar, movesNote } from './moves-bar.tsx';

const CodeChange = later(async () => (await import('./code/code-change.tsx')).CodeChange);
/** Of so many files what changed is read to be counted. */
const mostCounted = 10;

const partLabels: Record<ComparedPart, string> = {
  hyperparameter: 'Hyperparameters',
  setting: 'Settings',
  code: 'Code',
  environment: 'Environment',
};

interface CompareDetailsProps {
  comparison: Comparison;
  slots: ReadonlyMap<number, number>;
  of: Compared;
}

/** How the records came out, and what they were made with: where that differs, the majority stands back. */
export function CompareDetails({ comparison, slots, of }: CompareDetailsProps) {
  const [shown, setShown] = useState<'differing' | 'all'>('differing');
  const [sought, setSought] = useState('');
  const { records, paths, totals, metric } = comparison;
  const wanted = paths.filter(
    ({ differs, path }) => (differs || shown === 'all') && path.toLowerCase().includes(sought.trim().toLowerCase()),
  );
  const differing = paths.filter(({ differs }) => differs).length;
  return (
    <div className={styles.details}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset can't be laid out as one line in every browser */}
      <div role="group" aria-label="Paths" className={styles.controls}>
        <input
          type="search"
          className={styles.find}
          aria-label="Find a path"
          placeholder="Find a path"
          value={sought}
          onChange={(event) => setSought(event.currentTarget.value)}
        />
        <Segmented
          name="Shown paths"
          options={[
            { value: 'differing', label: `Differing ${differing}` },
            { value: 'all', label: `All ${paths.length}` },
          ]}
          value={shown}
          onChange={setShown}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by key */}
      <section className={styles.box} aria-label="What differs" tabIndex={0}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Path</th>
              {records.map(({ id }) => (
                <th key={id} scope="col">
                  <RunKey slot={slots.get(id)} /> {id}
                </th>
              ))}
              <th scope="col">{metric ? `Moves with ${metric.name}` : 'Moves'}</th>
            </tr>
          </thead>
          <tbody>
            <Outcome comparison={comparison} of={of} />
          </tbody>
          {(Object.keys(partLabels) as ComparedPart[]).map((part) => (
            <Part
              key={part}
              label={partLabels[part]}
              paths={wanted.filter((one) => one.part === part).sort(byMoves)}
              differing={paths.filter((one) => one.part === part && one.differs).length}
              total={totals[part]}
              records={records}
              of={of}
            />
          ))}
        </table>
      </section>
      <p className={styles.foot}>Muted: the majority’s value. Strong: the odd one out. {movesNote(comparison)}</p>
    </div>
  );
}

/** What goes with the metric most comes first. */
const byMoves = (a: ComparedPath, b: ComparedPath) => Math.abs(b.moves?.value ?? -1) - Math.abs(a.moves?.value ?? -1);

function Outcome({ comparison: { records, metric }, of }: { comparison: Comparison; of: Compared }) {
  const best = records.flatMap((record) => record.best ?? []).filter(Number.isFinite);
  const leader = metric?.smallerIsBetter ? Math.min(...best) : Math.max(...best);
  const row = (label: string, cell: (record: Comparison['records'][number]) => ReactNode) => (
    <tr>
      <th scope="row">{label}</th>
      {records.map((record) => (
        <td key={record.id}>{cell(record)}</td>
      ))}
      <td />
    </tr>
  );
  return (
    <>
      <Group label="Outcome" columns={records.length} />
      {row('State', ({ state, progress }) => (
        <StateLabel state={state} progress={progress} />
      ))}
      {of === 'experiment' ? row(worded`Best trial`, ({ runId }) => runId ?? '—') : null}
      {metric
        ? row(`${metric.name} ${metric.smallerIsBetter ? 'min' : 'max'}`, ({ best }) =>
            best === leader ? <b>{formatMetric(best)}</b> : formatMetric(best),
          )
        : null}
      {row('Batches Processed', ({ batches }) => formatCount(batches))}
      {row('Duration', ({ duration }) => formatDuration(duration))}
      {row('Checkpoint Size', ({ checkpointSize }) => formatBytes(checkpointSize))}
    </>
  );
}

function Group({ label, note, columns }: { label: string; note?: string; columns: number }) {
  return (
    <tr className={styles.group}>
      <th scope="rowgroup" colSpan={columns + 2}>
        {label} {note ? <span className="muted">{note}</span> : null}
      </th>
    </tr>
  );
}

interface PartProps {
  label: string;
  paths: readonly ComparedPath[];
  differing: number;
  total: number;
  records: Comparison['records'];
  of: Compared;
}

function Part({ label, paths, differing, total, records, of }: PartProps) {
  if (total === 0) return null;
  return (
    <tbody>
      <Group
        label={label}
        note={`${differing} of ${total} ${differing === 1 ? 'differs' : 'differ'}`}
        columns={records.length}
      />
      {paths.map((path, at) => (
        <PathRow key={path.path} path={path}>
          {!path.differs ? null : path.part === 'code' ? (
            <CodeChange path={path} records={records} of={of} counted={at < mostCounted} />
          ) : (
            <MovesBar moves={path.moves} values={path.values} />
          )}
        </PathRow>
      ))}
    </tbody>
  );
}

function PathRow({ path: { part, path, values, differs }, children }: { path: ComparedPath; children: ReactNode }) {
  const common = majority(values);
  const text = part === 'code' ? hashText : valueText;
  return (
    <tr>
      <th scope="row" className="mono" title={path}>
        {path}
      </th>
      {values.map((value, at) => (
        // Records have no other name here than their place.
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is its place
        <td key={at} title={part === 'code' ? String(value ?? '') : undefined}>
          {!differs || value === common ? <span className="muted">{text(value)}</span> : <b>{text(value)}</b>}
        </td>
      ))}
      <td>{children}</td>
    </tr>
  );
}
