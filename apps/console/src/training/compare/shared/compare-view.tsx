import { maxCompared } from '@determined/contract/limits.ts';
import { compareRoute } from '@determined/contract/training/compare-ext-routes.ts';
import { useEffect } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { plural } from '#ui/format/words.ts';
import { later } from '#ui/primitives/later.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import type { PointedRow } from '#ui/table/pointed-row.ts';
import styles from './compare.module.css';
import type { ChangeLook, CompareLook } from './compare-look.ts';
import type { CompareTab } from './compare-tabs.ts';
import { type CompareSubject, compareRequest, type TableBeside } from './compared.ts';
import { CopyLink } from './copy-link.tsx';
import { whoLeads } from './who-leads.ts';

const loading = <SkeletonRows words="Loading comparison..." widths={[90, 220, 80]} count={8} />;

const CompareMetrics = later(
  async () => (await import('../metrics/compare-metrics.tsx')).CompareMetrics,
  () => loading,
);
const CompareDetails = later(
  async () => (await import('../details/compare-details.tsx')).CompareDetails,
  () => loading,
);
const CompareHyperparameters = later(
  async () => (await import('../hyperparameters/compare-hyperparameters.tsx')).CompareHyperparameters,
  () => loading,
);
const ReportButton = later(
  async () => (await import('../report/report-button.tsx')).ReportButton,
  () => null,
);
/** Asked for beside the data. */
const tabs = { details: CompareDetails, metrics: CompareMetrics, hyperparameters: CompareHyperparameters };

interface CompareViewProps extends CompareSubject {
  tab: CompareTab;
  look: CompareLook;
  onLook: ChangeLook;
  /** How many are chosen; `ids` are not looked at where that is too many. */
  count: number;
  /** Places of the first of them in the palette. */
  slots: ReadonlyMap<number, number>;
  pointed: PointedRow;
  wide?: boolean;
  table?: TableBeside;
}

/** What a tab of the comparison shows, beside the table and on the page alike. */
export function CompareView({ count, ...props }: CompareViewProps) {
  if (count === 0) return <EmptyState title="No items selected.">Select records you would like to compare.</EmptyState>;
  if (count > maxCompared) return <EmptyState title={`Only up to ${maxCompared} records can be compared`} />;
  // Which ones the filter finds is still asked.
  return props.ids.length === 0 ? loading : <Compared {...props} />;
}

function Compared({ tab, look, onLook, wide, table, slots, pointed, ...subject }: Omit<CompareViewProps, 'count'>) {
  // Files come from outside React.
  useEffect(() => tabs[tab].load(), [tab]);
  const query = useCallQuery(compareRoute, compareRequest(subject), { keep: true, poll: pollEvery.store });
  return (
    <QueryState query={query} failed={`Unable to fetch ${subject.of}s for comparison`} loading={loading}>
      {(comparison) => {
        if (comparison.records.length === 0) return <EmptyState title="None of them is there for you any more." />;
        const shared = { of: subject.of, comparison, slots, wide: wide ?? false };
        const looked = { look, onLook };
        const said = whoLeads(subject.of, comparison);
        return (
          <>
            {said || wide ? (
              <div className={styles.say}>
                <p>{said}</p>
                {wide ? (
                  <>
                    <CopyLink {...{ subject, tab, look, slots }} projectId={comparison.records[0]?.projectId} />
                    <ReportButton {...shared} title={`Compare ${plural(subject.ids.length, subject.of)}`} />
                  </>
                ) : null}
              </div>
            ) : null}
            {tab === 'details' ? <CompareDetails {...shared} /> : null}
            {tab === 'metrics' ? <CompareMetrics {...shared} {...looked} pointed={pointed} /> : null}
            {tab === 'hyperparameters' ? (
              <CompareHyperparameters {...{ subject, comparison, slots, table }} {...looked} />
            ) : null}
          </>
        );
      }}
    </QueryState>
  );
}
