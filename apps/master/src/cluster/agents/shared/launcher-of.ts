import type { Launcher } from '@determined/launchers/launcher.ts';
import { perMaster } from '#platform/master.ts';

/** What runs this master's tasks, and since when; none where it has no slots. Set once at the start. */
export const launcherOf = perMaster(({ clock }): { current: Launcher | null; since: string } => ({
  current: null,
  since: clock.now().toISOString(),
}));
