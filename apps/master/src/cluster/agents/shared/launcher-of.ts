import type { Launcher, LauncherNode } from '@determined/launchers/launcher.ts';
import { type Master, perMaster } from '#platform/master.ts';

/** What runs this master's tasks, and since when; none where it has no slots. Set once at the start. */
export const launcherOf = perMaster(({ clock }): { current: Launcher | null; since: string } => ({
  current: null,
  since: clock.now().toISOString(),
}));

/** The pools that a machine serves: one that names none serves the default one, so that no slot is in two. */
export function poolsOf({ config }: Master, node: LauncherNode): string[] {
  return node.pools ?? [config.resource_manager.default_compute_resource_pool];
}
