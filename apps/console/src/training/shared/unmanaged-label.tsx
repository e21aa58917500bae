import { StateLabel } from '#ui/primitives/state-badge.tsx';
import { unmanagedLook } from '#ui/primitives/state-kinds.ts';
import { Tooltip } from '#ui/primitives/tooltip.tsx';

/** Of work that was started outside of the cluster, in the client's detached mode. */
export function UnmanagedLabel() {
  return (
    <Tooltip label="Started outside of the cluster, in detached mode: it only reports here">
      <span>
        <StateLabel state={unmanagedLook} />
      </span>
    </Tooltip>
  );
}
