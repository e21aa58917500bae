/** Those that did not come. The bundler asks for a style once: with its part, asked for again, it takes it for one that is there. */
const missed = new Set<HTMLLinkElement>();

globalThis.document?.addEventListener(
  'error',
  ({ target }) => target instanceof HTMLLinkElement && target.rel === 'stylesheet' && missed.add(target),
  true,
);

/** Asks for each that did not come again; rejects where one still does not. */
export async function missedStyles(): Promise<void> {
  await Promise.all([...missed].map(again));
}

function again(link: HTMLLinkElement): Promise<void> {
  missed.delete(link);
  return new Promise((resolve, reject) => {
    const next = document.createElement('link');
    for (const { name, value } of link.attributes) next.setAttribute(name, value);
    next.addEventListener('load', () => resolve());
    next.addEventListener('error', () => {
      const error = new Error(`Unable to preload CSS for ${link.href}`);
      // As the bundler tells of files that do not come.
      window.dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload: error }));
      reject(error);
    });
    link.replaceWith(next);
  });
}
