import { delimiter } from 'node:path';

/**
 * A task starts from a short list of the master's variables: what the operating system and its network need. Everything
 * else stays behind, above all the master's own settings and secrets (DATABASE_URL, passwords, DET_…).
 */
const PASSED = new Set([
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'TZ',
  'LD_LIBRARY_PATH',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'REQUESTS_CA_BUNDLE',
  'HTTP_PROXY',
  'HTTPS_PROXY',
  'FTP_PROXY',
  'NO_PROXY',
]);

/** `npm start` puts the programs of the master's own packages before the machine's. */
function withoutNpm(path: string): string {
  return path
    .split(delimiter)
    .filter((folder) => !/[/]node_modules[/]/.test(folder))
    .join(delimiter);
}

export function baseEnvironment(own: NodeJS.ProcessEnv): Record<string, string> {
  const passed: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value !== undefined && (PASSED.has(name.toUpperCase()) || name.startsWith('LC_'))) passed[name] = value;
  }
  if (passed.PATH) passed.PATH = withoutNpm(passed.PATH);
  return passed;
}
