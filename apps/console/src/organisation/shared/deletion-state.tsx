import type { WorkspaceState } from '@determined/contract/organisation/organisation-messages-generated.ts';
import { StateLabel } from '#ui/primitives/state-badge.tsx';

/** Workspaces and projects have a state only while, or after, they are deleted. */
export function DeletionState({ state }: { state: WorkspaceState }) {
  if (state === 'WORKSPACE_STATE_UNSPECIFIED') return <span className="muted">—</span>;
  return <StateLabel state={state} />;
}
