import './log-tables.ts';
import { hintsOf } from '#platform/bus/hint-source.ts';
import type { Slice } from '#platform/slice.ts';
import { tasksEnded } from '../shared/task-events.ts';
import { startCleanup } from './cleanup-logs.ts';
import { logsRoutes } from './logs-routes.ts';
import { logSealing } from './seal-logs.ts';
import { linesAppended } from './shared/log-events.ts';

export const logsSlice: Slice = {
  routes: logsRoutes,
  hints: [hintsOf(linesAppended, ({ taskId }) => [{ entity: 'log', of: { task: taskId } }])],
  setUp: (master) => {
    logSealing(master).start(master);
    startCleanup(master);
    master.bus.subscribe(tasksEnded, ({ taskIds }) => logSealing(master).ask(taskIds, true));
  },
};
