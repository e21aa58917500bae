import { MantineProvider } from '@mantine/core';
import { useNotifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { isRemoteExpired } from '#platform/api/console-error.ts';
import { queryClient, whenSignedOut } from '#platform/api/query-client.ts';
import { RunMentions } from '#platform/notes/mentions.ts';
import { whenSignedOutElsewhere } from '#platform/session/session.ts';
import { themeModeStore } from '#platform/settings/shell-settings.ts';
import { later } from '#ui/primitives/later.tsx';
import { theme } from '#ui/theme/theme.ts';
import { colorSchemeManager } from '#ui/theme/theme-mode.ts';
import { router } from './router.ts';

const schemes = colorSchemeManager(themeModeStore);

const isOutside = () => ['/logout', '/login'].includes(router.state.location.pathname);

// Any answered 401 below the shell ends the session: once, however many calls were under way.
whenSignedOut((error) => {
  if (isOutside()) return;
  void router.navigate({
    to: '/logout',
    search: { remote_expired: isRemoteExpired(error) || undefined },
    state: { from: router.state.location.href },
    replace: true,
  });
});

// Signing out in one tab signs out all of them: they share the cookie.
whenSignedOutElsewhere(() => {
  if (isOutside()) return;
  void router.navigate({ to: '/login', state: { from: router.state.location.href }, replace: true });
});

const RunMention = later(
  async () => (await import('#training/shared/notes/run-mention.tsx')).RunMention,
  ({ children }) => children,
);

const ToastList = later(async () => (await import('#platform/toast-list.tsx')).ToastList);
// There before the first one is, which may say that the server is away.
window.addEventListener('load', ToastList.load);

function Toasts() {
  const { notifications } = useNotifications();
  const [needed, setNeeded] = useState(false);
  if (notifications.length > 0 && !needed) setNeeded(true);
  return needed ? <ToastList /> : null;
}

export function App() {
  return (
    // Variables and classes stand in the style sheet already; see bundling/mantine-variables.ts.
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      colorSchemeManager={schemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queryClient}>
        <RunMentions value={RunMention}>
          <RouterProvider router={router} />
        </RunMentions>
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  );
}
