// Runs before the first paint, as a file of its own because the content security policy allows no inline script.
// The key and its values are those of src/ui/theme/theme-mode.ts.
(() => {
  let mode = null;
  try {
    mode = JSON.parse(localStorage.getItem('global/theme-mode'));
  } catch {
    // A blocked or damaged store means the system's theme.
  }
  const dark = mode === 'dark' || (mode !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
