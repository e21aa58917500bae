import { Link } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';

interface TrialLinkProps {
  experimentId: number;
  trialId: number;
  tab?: string;
  children: ReactNode;
  /** The link that Enter on its row follows. */
  row?: boolean;
}

/** Not made anew with the rest of its row: making an address costs more than all else there. */
export const TrialLink = memo(function TrialLink({ experimentId, trialId, tab, children, row }: TrialLinkProps) {
  const inGrid = row ? { 'data-row-link': true, tabIndex: -1 } : {};
  return (
    <Link
      to="/experiments/$experimentId/trials/$trialId/{-$tab}"
      params={{ experimentId: String(experimentId), trialId: String(trialId), tab }}
      {...inGrid}
    >
      {children}
    </Link>
  );
});
