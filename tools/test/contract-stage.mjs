import { join } from 'node:path';
import { runQuietly } from '../start/run-quietly.mjs';
import { shared } from './environment.mjs';
import { withFreshMaster } from './fresh-master.mjs';

/**
 * The server's own OpenAPI document, which describes what is built, against the contract. A call that is not built yet
 * only lowers the figure; a field, query parameter or enum value that is missing from a built one fails.
 */
export function checkContract(context) {
  return withFreshMaster(context, {}, async ({ url }) => {
    const tool = join(shared, 'tools', 'contract-check.mjs');
    const args = [tool, '--routes', 'all', '--json', `${url}/api/v1/openapi.json`];
    const options = { env: context.env, ok: [0, 1], separate: true };
    const report = JSON.parse(await runQuietly(context.node, args, options));
    const wrong = ['query', 'schemas', 'fields', 'enums'].flatMap((kind) =>
      report[kind].missing.map((what) => `${kind}: ${typeof what === 'string' ? what : JSON.stringify(what)}`),
    );
    wrong.push(...report.unresolvedRefs.map((ref) => `unresolved reference: ${ref}`));
    if (report.routes.found === 0) wrong.push('no route was found');
    return {
      passed: report.routes.found,
      failed: wrong.length,
      note: report.summary,
      measured: { routesBuilt: report.routes.found },
      output: wrong.join('\n'),
    };
  });
}
