import { join } from 'node:path';
import { runQuietly } from '../start/run-quietly.mjs';
import { shared } from './environment.mjs';
import { withFreshMaster } from './fresh-master.mjs';

/** The server's own OpenAPI document against the contract: routes, fields, query parameters, enum values. */
export function checkContract(context) {
  return withFreshMaster(context, {}, async ({ url }) => {
    const args = [
      join(shared, 'tools', 'contract-check.mjs'),
      '--routes',
      'all',
      '--limit',
      '20',
      `${url}/api/v1/openapi.json`,
    ];
    const output = await runQuietly(context.node, args, { env: context.env, signal: context.signal });
    return { passed: 1, note: output.trim().split('\n').at(-1) };
  });
}
