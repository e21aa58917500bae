import { useServerAway } from '#platform/api/reach.ts';
import { StateBadge, type StateProps } from '#ui/primitives/state-badge.tsx';

/** A state in an object's head. While the server is away nobody knows whether it still is so: it is the one last seen. */
export function LastSeenState(props: StateProps) {
  const away = useServerAway();
  return <StateBadge {...props} lastSeen={away} />;
}
