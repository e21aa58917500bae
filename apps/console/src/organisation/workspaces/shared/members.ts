import { later } from '#ui/primitives/later.tsx';

/** A tab of the workspace's page; its code comes when it is opened. */
export const MembersTab = later(async () => (await import('../members/members-tab.tsx')).MembersTab);
