import type { ComponentType } from 'react';
import type { Workspace } from '#organisation/workspaces/shared/pinned-workspaces.ts';
import type { Rule } from '#platform/session/rights.ts';
import type { SwitchName } from '#platform/switches/feature-switches.ts';

/** A tab of the workspace's page whose things belong to a slice above: app/router.ts hands it to the page. */
export interface WorkspaceTab {
  /** As the address has it. */
  key: string;
  label: string;
  /** Who may look at it; asked of the workspace. */
  needs?: Rule;
  /** It is there only while this is on. */
  switch?: SwitchName;
  content: ComponentType<{ workspace: Workspace }>;
  /** The bar's right end. */
  actions?: ComponentType<{ workspace: Workspace }>;
  /** Begins to read what it shows. */
  load: (workspaceId: number) => void;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    tabs?: readonly WorkspaceTab[];
  }
}
