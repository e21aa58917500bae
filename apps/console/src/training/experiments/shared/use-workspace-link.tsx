import { useRouter } from '@tanstack/react-router';
import type { ReactNode } from 'react';

/** Where what was moved is now. A toast outlives its page: it stands outside of what knows the router. */
export function useWorkspaceLink(): (workspaceId: number) => ReactNode {
  const router = useRouter();
  return (workspaceId) => {
    const to = {
      to: '/workspaces/$workspaceId/{-$tab}',
      params: { workspaceId: String(workspaceId), tab: undefined },
    } as const;
    return (
      <p>
        Successfully Moved.{' '}
        <a
          href={router.buildLocation(to).href}
          onClick={(event) => {
            event.preventDefault();
            void router.navigate(to);
          }}
        >
          View Workspace
        </a>
      </p>
    );
  };
}
