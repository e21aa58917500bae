import { useParams } from '@tanstack/react-router';

/** Where in an experiment's page one is: its tabs have addresses of two forms. */
export function useExperimentPlace(): { experimentId: string; tab?: string; viz?: string } {
  const tabbed = useParams({ from: '/signed-in/detail/experiments/$experimentId/{-$tab}', shouldThrow: false });
  const visualization = useParams({
    from: '/signed-in/detail/experiments/$experimentId/visualization/$viz',
    shouldThrow: false,
  });
  return visualization ?? tabbed ?? { experimentId: '' };
}
