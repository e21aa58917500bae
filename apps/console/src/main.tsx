import './platform/switches/query-at-start.ts';
import '#ui/theme/mantine.css';
import 'virtual:mantine-variables.css';
import '#ui/theme/tokens.css';
import '#ui/theme/global.css';
import '#ui/theme/mantine-overrides.css';
import { isNotFound } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from '#app/app.tsx';
import { isMissingFile, markMissingFile } from '#platform/api/console-error.ts';
import { reach } from '#platform/api/reach.ts';
import { basePath } from '#platform/routing/safe-target.ts';

const reloadedKey = 'session/reloaded-for-new-files';

// Behind a server that serves the console at its root, too, the address is the console's.
if (window.location.pathname === '/') window.history.replaceState(null, '', basePath);

// A page opened before the console was built anew asks for files that are gone: once, the new page is fetched. While the
// server is away the page stays, with a word about it.
window.addEventListener('vite:preloadError', ({ payload }) => {
  markMissingFile(payload);
  if (sessionStorage.getItem(reloadedKey)) return;
  const reload = () => {
    sessionStorage.setItem(reloadedKey, 'true');
    window.location.reload();
  };
  reach('/info').then(
    ({ ok }) => ok && reload(),
    () => {},
  );
});
// The page itself says that its file did not come; what was fetched ahead of it need not.
window.addEventListener('unhandledrejection', (event) => {
  if (isMissingFile(event.reason)) event.preventDefault();
});
window.addEventListener('load', () => window.setTimeout(() => sessionStorage.removeItem(reloadedKey), 10_000));

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');
createRoot(root, {
  // A page that throws "not found" is answered by the shell: no error to log.
  onCaughtError: (error, info) => {
    if (!isNotFound(error)) console.error(error, info.componentStack);
  },
}).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
