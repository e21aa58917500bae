import { postUserActivityRoute } from '@determined/contract/identity/users-routes.ts';
import { useEffect } from 'react';
import { call } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { whenIdle } from '#ui/primitives/when-idle.ts';

/** Notes that the reader looked at the project: Home lists what was viewed last. */
export function useProjectView(id: number): void {
  // The server's record of visits is an outside system; a visit that is not noted disturbs nobody.
  useEffect(() => {
    // Who leaves at once has seen it as well: it is not called off.
    whenIdle(() => {
      call(postUserActivityRoute, {
        activityType: 'ACTIVITY_TYPE_GET',
        entityType: 'ENTITY_TYPE_PROJECT',
        entityId: id,
      }).catch((error) => reportError(error, { title: 'Unable to record the project view.', silent: true }));
    });
  }, [id]);
}
