import type { ReactNode } from 'react';
import { PathLink } from '#platform/routing/path-link.tsx';

interface ExperimentLinkProps {
  id: number;
  /** The table is a grid, which is one tab stop. */
  inGrid?: boolean;
  /** Its number without it. */
  children?: ReactNode;
}

/** To the page of an experiment. */
export function ExperimentLink({ id, inGrid, children = id }: ExperimentLinkProps) {
  return (
    <PathLink path={`/experiments/${id}`} tabIndex={inGrid ? -1 : undefined}>
      {children}
    </PathLink>
  );
}
