import { memo, type ReactNode } from 'react';
import { PathLink } from '#platform/routing/path-link.tsx';

interface TrialLinkProps {
  experimentId: number;
  trialId: number;
  tab?: string;
  children: ReactNode;
  /** The link that Enter on its row follows. */
  row?: boolean;
}

/** Not made anew with the rest of its row. */
export const TrialLink = memo(function TrialLink({ experimentId, trialId, tab, children, row }: TrialLinkProps) {
  const inGrid = row ? { 'data-row-link': true, tabIndex: -1 } : {};
  const path = `/experiments/${experimentId}/trials/${trialId}`;
  return (
    <PathLink path={tab ? `${path}/${tab}` : path} {...inGrid}>
      {children}
    </PathLink>
  );
});
