import { getTrialWorkloadsRoute } from '@determined/contract/training/trials-routes.ts';
import { useState } from 'react';
import { useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { QueryState } from '#platform/page/query-state.tsx';
import { SectionHead } from '#platform/page/section.tsx';
import { checkpointLook } from '#training/checkpoints/shared/checkpoint-look.ts';
import type { Searcher } from '#training/shared/experiment.ts';
import { formatCount, formatMetric } from '#ui/format/numbers.ts';
import { ChoiceMenu } from '#ui/primitives/choice-menu.tsx';
import { RelativeTime } from '#ui/primitives/relative-time.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { StateLabel } from '#ui/primitives/state-badge.tsx';
import tables from '#ui/primitives/table.module.css';
import { NumberCell } from '#ui/table/cells.tsx';
import { TableFooter } from '#ui/table/table-footer.tsx';
import { type Trial, trialHasEnded, validationValue } from '../../shared/trial.ts';
import styles from './workload-table.module.css';

type Filter =
  | 'FILTER_OPTION_UNSPECIFIED'
  | 'FILTER_OPTION_CHECKPOINT'
  | 'FILTER_OPTION_CHECKPOINT_OR_VALIDATION'
  | 'FILTER_OPTION_VALIDATION';

const FILTERS: { value: Filter; label: string }[] = [
  { value: 'FILTER_OPTION_UNSPECIFIED', label: 'All' },
  { value: 'FILTER_OPTION_CHECKPOINT', label: 'Has Checkpoint' },
  { value: 'FILTER_OPTION_CHECKPOINT_OR_VALIDATION', label: 'Has Checkpoint or Validation' },
  { value: 'FILTER_OPTION_VALIDATION', label: 'Has Validation' },
];
const PAGE_SIZE = 10;
const PAGE_SIZES = [10, 20, 50, 100] as const;

/** What a trial has done, newest first: reports and checkpoints. */
export function WorkloadTable({ trial, searcher }: { trial: Trial; searcher: Searcher }) {
  const [filter, setFilter] = useState<Filter>('FILTER_OPTION_CHECKPOINT_OR_VALIDATION');
  const [page, setPage] = useState(1);
  const [pageSize, setPageSize] = useState<number>(PAGE_SIZE);
  const query = useCallQuery(
    getTrialWorkloadsRoute,
    {
      trialId: trial.id,
      filter,
      sortKey: 'batches',
      orderBy: 'ORDER_BY_DESC',
      offset: (page - 1) * pageSize,
      limit: pageSize,
    },
    { keep: true, poll: trialHasEnded(trial.state) ? false : pollEvery.store },
  );
  return (
    <section className={styles.region} aria-label="Workloads">
      <SectionHead title="Workloads">
        <ChoiceMenu
          name="Show"
          value={filter}
          options={FILTERS}
          onChange={(next) => {
            setFilter(next);
            setPage(1);
          }}
        />
      </SectionHead>
      <QueryState
        query={query}
        failed="Failed to load recent trial workloads."
        loading={<SkeletonRows words="Loading workloads" widths={[80, 100, 120, 200]} />}
      >
        {({ workloads, pagination }) => (
          <>
            {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
            <section className={styles.scroll} aria-label="Workloads" tabIndex={0}>
              <table className={`${tables.table} ${styles.workloads}`}>
                <thead>
                  <tr>
                    <th scope="col" className={tables.number}>
                      Batches
                    </th>
                    <th scope="col">What</th>
                    <th scope="col" className={tables.number}>
                      {searcher.metric || 'Metric'}
                    </th>
                    <th scope="col">Checkpoint</th>
                    <th scope="col">When</th>
                  </tr>
                </thead>
                <tbody>
                  {workloads.map(({ training, validation, checkpoint }) => {
                    const one = training ?? validation ?? checkpoint;
                    const what = training ? 'Training' : validation ? 'Validation' : 'Checkpoint';
                    return (
                      <tr key={`${what} ${one?.totalBatches} ${one?.endTime} ${checkpoint?.uuid}`}>
                        <td className={tables.number}>{formatCount(one?.totalBatches)}</td>
                        <td>{what}</td>
                        <td className={tables.number}>
                          <NumberCell
                            value={validationValue(validation ?? training ?? null, searcher.metric)}
                            format={formatMetric}
                          />
                        </td>
                        <td>
                          {checkpoint && (
                            <>
                              <StateLabel state={checkpointLook(checkpoint.state)} />{' '}
                              <span className="mono">{checkpoint.uuid}</span>
                            </>
                          )}
                        </td>
                        <td>
                          <RelativeTime at={one?.endTime} />
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </section>
            <TableFooter
              page={page}
              pageSize={pageSize}
              pageSizes={PAGE_SIZES}
              total={pagination?.total}
              noun="workloads"
              onPage={setPage}
              onPageSize={(size) => {
                setPageSize(size);
                setPage(1);
              }}
            />
          </>
        )}
      </QueryState>
    </section>
  );
}
