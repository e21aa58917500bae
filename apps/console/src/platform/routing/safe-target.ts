/** The console's own root. */
export const basePath = '/det';

/**
 * The target as a path inside this origin, or null. Only what starts with one slash and stays on the origin is
 * followed, anywhere: `//host`, `/\host`, schemes and control characters are not.
 */
export function safeTarget(target: unknown): string | null {
  if (typeof target !== 'string' || !target.startsWith('/')) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: browsers drop control characters, which turns "/\t/host" into "//host"
  if (/[\u0000-\u0020\u007f\\]/.test(target) || target.startsWith('//')) return null;
  const base = 'http://origin.invalid';
  const url = URL.canParse(target, base) ? new URL(target, base) : null;
  if (!url || url.origin !== base) return null;
  return url.pathname + url.search + url.hash;
}

/** A safe target as the router's own path (without the base), or null when it leaves the console. */
export function consolePath(target: string): string | null {
  if (target === basePath) return '/';
  return target.startsWith(`${basePath}/`) ? target.slice(basePath.length) : null;
}
