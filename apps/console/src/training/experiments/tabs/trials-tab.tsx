import { Tools } from '#platform/page/section.tsx';
import type { ExperimentDetails } from '../detail/experiment-details.ts';
import { TrialTable } from '../detail/trials/trial-table.tsx';
import { TrialTableTools } from '../detail/trials/trial-table-tools.tsx';
import { useTrialTable } from '../detail/trials/use-trial-table.ts';
import { useTrialsView } from './use-trials-view.tsx';

/** The trials of a search in a table, or why some failed and what the search came to. */
export function TrialsTab(details: ExperimentDetails) {
  const { experiment, searcher } = details;
  const { choice, triage } = useTrialsView(details);
  const table = useTrialTable(experiment.id);
  return (
    <>
      <Tools name="View">
        {choice}
        {triage ? null : <TrialTableTools experiment={experiment} searcher={searcher} table={table} />}
      </Tools>
      {triage ?? <TrialTable experiment={experiment} searcher={searcher} table={table} />}
    </>
  );
}
