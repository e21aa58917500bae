import type { Master } from '#platform/master.ts';
import { runWoken } from '#platform/run-woken.ts';
import { placeDeletionAsked } from '../../organisation/workspaces/shared/place-deletion.ts';
import { gcAdvanced } from '../checkpoint-gc/shared/gc-events.ts';
import { advanceProjects } from './delete-projects.ts';
import { advanceRunDeletions } from './delete-run-step-by-step.ts';
import { advanceDeletions } from './delete-step-by-step.ts';
import { deletionAsked } from './shared/deletion-events.ts';

const lookAgainMs = 10_000;

export function watchDeletions(master: Master): void {
  const wake = runWoken(master, lookAgainMs, 'deleting', async () => {
    await advanceRunDeletions(master);
    do await advanceDeletions(master);
    while (!master.stopping.aborted && (await advanceProjects(master)));
  });
  master.bus.subscribe(deletionAsked, wake);
  master.bus.subscribe(placeDeletionAsked, wake);
  master.bus.subscribe(gcAdvanced, wake);
}
