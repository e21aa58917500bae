import { lazy, Suspense } from 'react';
import { Tools } from '#platform/page/section.tsx';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { TrialTable } from '../detail/trials/trial-table.tsx';
import { TrialTableTools } from '../detail/trials/trial-table-tools.tsx';
import { useTrialTable } from '../detail/trials/use-trial-table.ts';

const Triage = lazy(async () => ({ default: (await import('../triage/triage.tsx')).Triage }));

/** The trials of a search in a table, or why some failed and what the search came to. */
export function TrialsTab(details: ExperimentDetails) {
  const { experiment, searcher } = details;
  const { trials: view } = useDetailSearch();
  const change = useChangeDetailSearch();
  const may = useMay()(canViewExperimentArtifacts, {
    workspaceId: experiment.workspaceId,
    ownerId: experiment.userId,
  });
  const failures = may && view === 'failures';
  const table = useTrialTable(experiment.id);
  return (
    <>
      <Tools name="View">
        {may && (
          <Segmented
            name={worded`Trials as`}
            options={[
              { value: 'table', label: 'Table' },
              { value: 'failures', label: 'Failures and efficiency' },
            ]}
            value={view ?? 'table'}
            onChange={(next) => change({ trials: next === 'failures' ? 'failures' : undefined })}
          />
        )}
        {!failures && <TrialTableTools experiment={experiment} searcher={searcher} table={table} />}
      </Tools>
      {failures ? (
        <Suspense fallback={<TabLoading words="Loading..." />}>
          <Triage {...details} />
        </Suspense>
      ) : (
        <TrialTable experiment={experiment} searcher={searcher} table={table} />
      )}
    </>
  );
}
