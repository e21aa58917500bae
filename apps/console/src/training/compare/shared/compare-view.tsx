import { maxCompared } from '@determined/contract/limits.ts';
import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { lazy, Suspense, useEffect } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { plural } from '#ui/format/words.ts';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import styles from './compare.module.css';
import type { CompareTab } from './compare-tabs.ts';
import { type CompareSubject, compareRequest } from './compared.ts';
import { useSlots } from './use-slots.ts';
import { whoLeads } from './who-leads.ts';

// With its charts: it is asked for beside the data.
const takeMetrics = () => import('../metrics/compare-metrics.tsx');
const CompareMetrics = lazy(async () => ({ default: (await takeMetrics()).CompareMetrics }));
const CompareDetails = lazy(() =>
  import('../details/compare-details.tsx').then((file) => ({ default: file.CompareDetails })),
);
const ReportButton = lazy(() => import('../report/report-button.tsx').then((file) => ({ default: file.ReportButton })));
const CompareHyperparameters = lazy(() =>
  import('../hyperparameters/compare-hyperparameters.tsx').then((file) => ({ default: file.CompareHyperparameters })),
);

interface CompareViewProps extends CompareSubject {
  tab: CompareTab;
  /** How many are chosen; `ids` are not looked at where that is too many. */
  count: number;
  wide?: boolean;
}

/** What a tab of the comparison shows, beside the table and on the page alike. */
export function CompareView({ count, ...props }: CompareViewProps) {
  if (count === 0) return <EmptyState title="No items selected.">Select records you would like to compare.</EmptyState>;
  if (count > maxCompared) return <EmptyState title={`Only up to ${maxCompared} records can be compared`} />;
  return <Compared {...props} />;
}

const loading = <SkeletonRows words="Loading comparison..." widths={[90, 220, 80]} count={8} />;

function Compared({ tab, wide, ...subject }: Omit<CompareViewProps, 'count'>) {
  useEffect(() => {
    // What fails now fails again where it is drawn.
    if (tab === 'metrics') takeMetrics().catch(() => undefined);
  }, [tab]);
  const slots = useSlots(subject.ids);
  const query = useCallQuery(compareRoute, compareRequest(subject), { keep: true, poll: pollEvery.store });
  return (
    <QueryState query={query} failed={`Unable to fetch ${subject.of}s for comparison`} loading={loading}>
      {(comparison) => {
        if (comparison.records.length === 0) return <EmptyState title="None of them is there for you any more." />;
        const shared = { of: subject.of, comparison, slots, wide: wide ?? false };
        const said = whoLeads(subject.of, comparison);
        return (
          <>
            {said || wide ? (
              <div className={styles.say}>
                <p>{said}</p>
                {wide ? (
                  <Suspense>
                    <ReportButton {...shared} title={`Compare ${plural(subject.ids.length, subject.of)}`} />
                  </Suspense>
                ) : null}
              </div>
            ) : null}
            <Suspense fallback={loading}>
              {tab === 'details' ? <CompareDetails {...shared} /> : null}
              {tab === 'metrics' ? <CompareMetrics {...shared} /> : null}
              {tab === 'hyperparameters' ? (
                <CompareHyperparameters subject={subject} comparison={comparison} slots={slots} />
              ) : null}
            </Suspense>
          </>
        );
      }}
    </QueryState>
  );
}
