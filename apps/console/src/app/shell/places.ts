import { type LinkProps, useRouter } from '@tanstack/react-router';
import { Box, FileText, House, Inbox, type LucideIcon, Server, SquareTerminal, Webhook } from 'lucide-react';
import { canViewMasterLogs, canViewWorkspace } from '#platform/session/checks.ts';
import { useMay } from '#platform/session/may.ts';
import type { Rule, Target } from '#platform/session/rights.ts';
import { type SwitchName, useSwitch } from '#platform/switches/feature-switches.ts';
import { projectTab } from '#platform/switches/thing-words.ts';

/** A page that the navigation leads to. */
export interface Place {
  label: string;
  icon: LucideIcon;
  path: string;
  link: LinkProps;
  /** Is in the bar at the bottom of small screens, not in its sheet. */
  tab?: true;
  needs?: Rule;
  /** What they are needed on; without it the whole cluster. */
  on?: Target;
  switch?: SwitchName;
}

/** To a path that is known when the program runs, not to the compiler: a place without its page is not offered. */
export function linkTo(path: string): LinkProps {
  return { to: path } as unknown as LinkProps;
}

const page = (path: string): Pick<Place, 'path' | 'link'> => ({ path, link: linkTo(path) });

const places: readonly Place[] = [
  { label: 'Home', icon: House, tab: true, ...page('/dashboard') },
  {
    label: 'Uncategorized',
    icon: Inbox,
    tab: true,
    path: '/projects',
    needs: canViewWorkspace,
    on: { workspaceId: 1 },
    get link() {
      return { to: '/projects/$projectId/{-$tab}', params: { projectId: '1', tab: projectTab() } } as const;
    },
  },
  { label: 'Model Registry', icon: Box, tab: true, ...page('/models') },
  { label: 'Tasks', icon: SquareTerminal, tab: true, ...page('/tasks') },
  { label: 'Templates', icon: FileText, switch: 'task_templates', ...page('/templates') },
  {
    label: 'Webhooks',
    icon: Webhook,
    needs: { permission: 'EDIT_WEBHOOKS', and: [], withoutRbac: 'admin' },
    ...page('/webhooks'),
  },
  { label: 'Cluster', icon: Server, tab: true, needs: canViewMasterLogs, ...page('/clusters') },
];

/** Those that are there for this reader, in the order of the specification. */
export function usePlaces(): Place[] {
  const hasPage = useHasPage();
  const may = useMay();
  const templates = useSwitch('task_templates');
  return places.filter(
    ({ path, needs, on, switch: by }) =>
      hasPage(path) && (!needs || may(needs, on)) && (by !== 'task_templates' || templates),
  );
}

/** Whether a page stands at a path, be it with something behind. */
export function useHasPage(): (path: string) => boolean {
  const paths = Object.keys(useRouter().routesByPath);
  return (path) => paths.some((one) => one === path || one.startsWith(`${path}/`));
}
