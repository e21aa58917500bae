import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';

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
    <Link
      to="/experiments/$experimentId/{-$tab}"
      params={{ experimentId: String(id), tab: undefined }}
      tabIndex={inGrid ? -1 : undefined}
    >
      {children}
    </Link>
  );
}
