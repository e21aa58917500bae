import type { ExtReplyOf } from '@determined/contract/ext-route.ts';
import { findRoute } from '@determined/contract/training/find-ext-routes.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Folder, FolderOpen, UserRound } from 'lucide-react';
import { call } from '#platform/api/call.ts';
import { basePath, consolePath, safeTarget } from '#platform/routing/safe-target.ts';
import { useSetting } from '#platform/settings/settings.ts';
import { worded } from '#platform/switches/thing-words.ts';
import { linkTo } from '../shell/places.ts';
import { follow, matching, mostOptions, type Option } from './options.ts';
import { byUse, type Use, uses } from './use-counts.ts';

type Found = ExtReplyOf<typeof findRoute>['results'][number];

interface Offered {
  options: Option[];
  /** What was typed before the word that the options are for: `kill experiment `. */
  path: string;
}

const typingMs = 100;

/** The lines for what is typed; of a text that is still being typed nothing is asked. */
export function useOptions(
  commands: readonly Option[],
  places: readonly Option[],
  typed: string,
  { managesPeople }: { managesPeople: boolean },
) {
  const [used] = useSetting(uses);
  return useQuery({
    queryKey: ['command-bar', typed, commands.map(({ title }) => title)],
    queryFn: async ({ signal }): Promise<Offered> => {
      const { options, rest, path, asIs } = await follow(commands, typed, signal);
      if (path !== '') return { options: (asIs ? options : matching(options, rest)).slice(0, mostOptions), path };
      if (rest.trim() === '') return { options: atFirst(used, places, commands), path };
      const found = await asked(rest.trim(), signal);
      return {
        options: together(
          rest.trim(),
          managesPeople ? found : found.filter(({ kind }) => kind !== 'user'),
          commands,
          places,
          used,
        ),
        path,
      };
    },
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });
}

async function asked(text: string, signal: AbortSignal): Promise<Found[]> {
  await new Promise((resolve) => setTimeout(resolve, typingMs));
  signal.throwIfAborted();
  return (await call(findRoute, { query: { text: text.slice(0, 200) } }, signal)).results;
}

/** Before anything is typed: what was opened last, pages, then commands. */
function atFirst(used: readonly Use[], places: readonly Option[], commands: readonly Option[]): Option[] {
  const seen = used.flatMap(({ href, title, note }): Option[] =>
    href && title ? [{ title, note, group: 'Last seen', link: linkTo(href) }] : [],
  );
  const last = seen.slice(0, 3);
  const pages = places.slice(0, 2);
  return [...last, ...pages, ...commands.slice(0, mostOptions - last.length - pages.length)];
}

const foundClass = { id: 0, name: 0, start: 1, word: 2, part: 4, about: 5 } as const;

/** All that fits, how well it fits deciding before how much it is used; the lines of a group stand together. */
function together(
  text: string,
  found: readonly Found[],
  commands: readonly Option[],
  places: readonly Option[],
  used: readonly Use[],
): Option[] {
  const words = matching([...commands, ...places], text).map((option) => ({
    ...option,
    class: option.title.toLowerCase().startsWith(text.toLowerCase()) ? 0 : 3,
  }));
  const things = found.map((one) => ({ ...optionOf(one), class: foundClass[one.how] }));
  const chosen = [...pathOption(text), ...byUse([...words, ...things], used, Date.now())].slice(0, mostOptions);
  return [...Map.groupBy(chosen, ({ group }) => group).values()].flat();
}

/** An address of this console, with or without its beginning, as it may be pasted. */
function pathOption(text: string): Option[] {
  const own = text.startsWith(window.location.origin) ? text.slice(window.location.origin.length) : text;
  const target = safeTarget(own);
  if (target === null) return [];
  const path = consolePath(target) ?? target;
  return [
    { title: path, note: 'this address', group: 'Go to', link: { to: '/reload', search: { path: basePath + path } } },
  ];
}

function optionOf(found: Found): Option {
  const shared = { title: found.name, group: 'Find' as const, key: `${found.kind} ${found.id}` };
  const id = String(found.id);
  switch (found.kind) {
    case 'workspace':
      return {
        ...shared,
        kind: 'Workspace',
        icon: FolderOpen,
        link: { to: '/workspaces/$workspaceId/{-$tab}', params: { workspaceId: id, tab: undefined } },
      };
    case 'project':
      return {
        ...shared,
        note: found.workspace,
        kind: 'Project',
        icon: Folder,
        link: { to: '/projects/$projectId/{-$tab}', params: { projectId: id, tab: undefined } },
      };
    case 'experiment':
      return {
        ...shared,
        note: `${id} · ${found.project}`,
        kind: found.user,
        state: found.state,
        link: { to: '/experiments/$experimentId/{-$tab}', params: { experimentId: id, tab: undefined } },
      };
    case 'trial':
      return {
        ...shared,
        title: worded`Trial ${id}`,
        note: found.name,
        kind: found.user,
        state: found.state,
        link: {
          to: '/experiments/$experimentId/trials/$trialId/{-$tab}',
          params: { experimentId: String(found.experimentId), trialId: id, tab: undefined },
        },
      };
    case 'user':
      return {
        ...shared,
        note: found.username === found.name ? undefined : found.username,
        kind: 'User',
        icon: UserRound,
        link: { to: '/admin/user-management', search: { name: found.username } },
      };
  }
}
