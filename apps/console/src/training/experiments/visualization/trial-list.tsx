import { SectionHead } from '#platform/page/section.tsx';
import { worded } from '#platform/switches/thing-words.ts';
import { TrialLink } from '#training/trials/shared/trial-link.tsx';
import { formatMetric } from '#ui/format/numbers.ts';
import { plural } from '#ui/format/words.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { PlainTable } from '#ui/table/plain-table.tsx';
import type { ChartModel } from './chart-model.ts';

/** So many are listed; the Trials tab has them all. */
const MOST = 50;

interface TrialListProps {
  title: string;
  experimentId: number;
  model: ChartModel;
  /** Places in the model, best first. */
  rows: readonly number[];
}

/** The trials of a part of a chart. */
export function TrialList({ title, experimentId, model, rows }: TrialListProps) {
  const { points, metric } = model;
  const more = rows.length > MOST ? `, the best ${MOST} are listed` : '';
  return (
    <section aria-label={title}>
      <SectionHead title={title} note={`${plural(rows.length, worded`trial`)}${more}`} />
      {rows.length > 0 && (
        <PlainTable
          rows={rows.slice(0, MOST)}
          rowKey={(row) => points.trials[row] ?? row}
          columns={[
            {
              id: 'trial',
              header: worded`Trial`,
              width: 84,
              cell: (row) => (
                <TrialLink experimentId={experimentId} trialId={points.trials[row] ?? 0}>
                  {points.trials[row]}
                </TrialLink>
              ),
            },
            { id: 'state', header: 'State', cell: (row) => <StateLabel state={points.states[row] ?? ''} /> },
            {
              id: 'metric',
              header: metric.name,
              look: 'number',
              width: 112,
              cell: (row) => formatMetric(points.values[row]),
            },
          ]}
        />
      )}
    </section>
  );
}
