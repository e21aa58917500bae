import type { Experiment, Searcher } from '#training/shared/experiment.ts';
import { SeveralMenu } from '#ui/primitives/several-menu.tsx';
import { useIsMobile } from '#ui/theme/use-is-mobile.ts';
import { trialColumns } from './trial-columns.tsx';
import { trialStates } from './trials-request.ts';
import type { TrialTableState } from './use-trial-table.ts';

/** Which trials are listed, and what of them. */
export function TrialTableTools(props: { experiment: Experiment; searcher: Searcher; table: TrialTableState }) {
  const { states, setStates, columns: chosen, setColumns } = props.table;
  // Rows of narrow screens have no columns.
  const mobile = useIsMobile();
  const offered = trialColumns(props.experiment, props.searcher, { now: 0, readAt: 0 }).filter(({ id }) => id !== 'id');
  return (
    <>
      <SeveralMenu name="State" options={trialStates} value={states} onChange={setStates} />
      {!mobile && (
        <SeveralMenu
          allUsual
          name="Columns"
          options={offered.map(({ id, header }) => ({ value: id, label: String(header) }))}
          value={chosen ?? offered.map(({ id }) => id)}
          onChange={(next) => setColumns(next.length % offered.length === 0 ? undefined : next)}
        />
      )}
    </>
  );
}
