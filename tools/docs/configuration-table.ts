// Writes the table of settings in docs/manual/configuration.md from the master's schema; with --check fails where it is stale.
import { readFileSync, writeFileSync } from 'node:fs';
import { masterConfigSchema } from '@determined/master/platform/config/master-config.ts';
import { type Setting, settingsOf } from '@determined/master/platform/config/setting.ts';

const page = new URL('../../docs/manual/configuration.md', import.meta.url);
const [begin, end] = ['<!-- settings: written by tools/docs/configuration-table.ts -->', '<!-- end of settings -->'];

const code = (text: string) => `\`${text}\``;
const cell = (text: string) => text.replaceAll('|', '\\|');

function row({ path, variable, usually, default: value, allowed, meaning }: Setting): string {
  const usual = usually ?? (value === '' ? 'empty' : code(String(value)));
  return `| ${[code(path.join('.')), code(variable), usual, allowed, meaning].map(cell).join(' | ')} |`;
}

/** The page with its table made anew. */
function withTable(text: string, settings: Setting[]): string {
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`${page.pathname} has lost the marks around its table`);
  const table = ['| Setting | Variable | Default | Allowed | Meaning |', '|---|---|---|---|---|', ...settings.map(row)];
  return `${text.slice(0, from)}${begin}\n\n${table.join('\n')}\n\n${text.slice(to)}`;
}

if (import.meta.main) {
  const now = readFileSync(page, 'utf8');
  const wanted = withTable(now, settingsOf(masterConfigSchema));
  if (!process.argv.includes('--check')) writeFileSync(page, wanted);
  else if (now !== wanted) {
    console.error('docs/manual/configuration.md is stale: run node tools/docs/configuration-table.ts');
    process.exitCode = 1;
  }
}
