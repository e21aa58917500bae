import {
  getResourcePoolsRoute,
  listRPsBoundToWorkspaceRoute,
} from '@determined/contract/cluster/resource-pools-routes.ts';
import { getExperimentRoute } from '@determined/contract/training/experiments-routes.ts';
import type { AskProps } from '#platform/actions/action.ts';
import { useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { FormDialog } from '#ui/primitives/dialog.tsx';
import { SkeletonRows } from '#ui/primitives/skeleton.tsx';
import { HpSearchForm } from './hp-search-form.tsx';
import type { SearchedSubject } from './searched-subject.ts';

/** Whatever kind of action asks. */
type Asked = Pick<AskProps<SearchedSubject>, 'subjects' | 'onClose'>;

/** A new search with the files and settings of an experiment: what it is like first, then what it searches. */
export function HpSearchDialog({ subjects: [{ id, workspaceId, hparams }], onClose }: Asked) {
  const read = useCallQuery(getExperimentRoute, { experimentId: id });
  const all = useCallQuery(getResourcePoolsRoute, {});
  const own = useCallQuery(listRPsBoundToWorkspaceRoute, { workspaceId });
  const experiment = read.data?.experiment;
  if (experiment && all.data && own.data) {
    const pools = all.data.resourcePools
      .filter(({ name }) => own.data.resourcePools.includes(name))
      // A pool of fixed machines says 0 × -1, and has what is there.
      .map(({ name, maxAgents, slotsPerAgent, slotsAvailable, slotsUsed }) => ({
        name,
        slots: maxAgents > 0 && slotsPerAgent > 0 ? maxAgents * slotsPerAgent : slotsAvailable,
        free: Math.max(0, slotsAvailable - slotsUsed),
      }));
    return <HpSearchForm {...{ experiment, pools, hparams, onClose }} config={read.data?.config} />;
  }
  const error = read.error ?? all.error ?? own.error;
  return (
    <FormDialog
      title="Hyperparameter Search"
      wide="most"
      onClose={onClose}
      onSubmit={onClose}
      problem={error ? worded`Failed to load experiment details. ${messageOf(error)}` : null}
    >
      {error ? null : (
        <SkeletonRows words={worded`Loading experiment ${id} details...`} widths={[320, 200, 320]} count={6} />
      )}
    </FormDialog>
  );
}
