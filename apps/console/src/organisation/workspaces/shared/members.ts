import { type ComponentType, lazy } from 'react';
import type { Workspace } from './pinned-workspaces.ts';

type Tab = ComponentType<{ workspace: Workspace }>;

/** A tab of the workspace's page; its code comes when it is opened. */
export const MembersTab: Tab = lazy<Tab>(async () => ({
  default: (await import('../members/members-tab.tsx')).MembersTab,
}));
