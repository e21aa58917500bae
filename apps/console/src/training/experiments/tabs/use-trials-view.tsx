import type { ReactNode } from 'react';
import { canViewExperimentArtifacts } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { later } from '#ui/primitives/later.tsx';
import { Segmented } from '#ui/primitives/segmented.tsx';
import { useChangeDetailSearch, useDetailSearch } from '../../shared/detail-route.ts';
import { isSingleTrial } from '../../shared/experiment.ts';
import { TabLoading } from '../../shared/tab-loading.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';

const Triage = later(
  async () => (await import('../triage/triage.tsx')).Triage,
  () => <TabLoading words="Loading..." />,
);

interface TrialsView {
  /** Table or failures; null for who may see the table alone, and where there is but one trial. */
  choice: ReactNode;
  /** Why some failed and what the search came to, where that is shown in the table's place. */
  triage: ReactNode;
}

/** What the address says is shown of a search's trials. */
export function useTrialsView(details: ExperimentDetails): TrialsView {
  const { experiment, searcher } = details;
  const { trials: view } = useDetailSearch();
  const change = useChangeDetailSearch();
  const { workspaceId, userId: ownerId } = experiment;
  const may = useMay()(canViewExperimentArtifacts, { workspaceId, ownerId });
  if (!may || isSingleTrial(searcher)) return { choice: null, triage: null };
  return {
    choice: (
      <Segmented
        name={worded`Trials as`}
        options={[
          { value: 'table', label: 'Table' },
          { value: 'failures', label: 'Failures and efficiency' },
        ]}
        value={view ?? 'table'}
        onChange={(next) => change({ trials: next === 'failures' ? 'failures' : undefined })}
      />
    ),
    triage: view === 'failures' ? <Triage {...details} /> : null,
  };
}
