import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

interface TrialLinkProps {
  experimentId: number;
  trialId: number;
  tab?: string;
  children: ReactNode;
  /** The link that Enter on its row follows. */
  row?: boolean;
}

export function TrialLink({ experimentId, trialId, tab, children, row }: TrialLinkProps) {
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
}
