import type { Launcher } from '@determined/launchers/launcher.ts';
import { perMaster } from '#platform/master.ts';

/** What runs this master's tasks; none where it has no slots. Set once at the start. */
export const launcherOf = perMaster((): { current: Launcher | null } => ({ current: null }));
