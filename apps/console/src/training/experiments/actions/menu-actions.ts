import type { RowAction } from '#ui/primitives/row-menu.tsx';
import type { OfferedAction } from './use-experiment-actions.tsx';

/** Actions as entries of a menu. */
export function menuActions(offered: readonly OfferedAction[]): RowAction[] {
  return offered.map(({ action: { label, icon, danger }, disabledReason, run }) => ({
    label,
    icon,
    danger,
    disabledReason,
    run,
  }));
}
