import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { AnyExtRoute } from '../ext-route.ts';
import type { AnyRoute } from '../route.ts';
import { decodeMessage } from './decode.ts';
import { decodeRequest } from './decode-request.ts';
import { encodeMessage } from './encode.ts';
import { parseJsonBody } from './parse-json.ts';
import { pathNames } from './request-shape.ts';

const source = new URL('../', import.meta.url);
const routes = new Map<string, AnyRoute>();
for (const file of readdirSync(source, { recursive: true, encoding: 'utf8' })) {
  if (!file.endsWith('-routes.ts')) continue;
  const exported: (AnyRoute | AnyExtRoute)[] = Object.values(await import(new URL(file, source).href));
  for (const route of exported) if (!('kind' in route)) routes.set(route.rpc, route);
}

function routeOf(rpc: string): AnyRoute {
  const route = routes.get(rpc);
  if (!route) throw new Error(`no route for ${rpc}`);
  return route;
}

const lines = <T>(name: string): T[] =>
  readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('a recorded reply comes out as it went in', () => {
  test.each(lines<{ rpc: string; case: string; reply: unknown }>('replies.jsonl'))('$rpc, $case', ({ rpc, reply }) => {
    const { reply: message } = routeOf(rpc);
    const written = encodeMessage(message, decodeMessage(message, reply));
    expect(JSON.parse(JSON.stringify(written))).toEqual(reply);
  });
});

interface RecordedRequest {
  rpc: string;
  case: string;
  path: string;
  query: string;
  body: string;
  accepted: boolean;
}

describe('a recorded request is read, or refused, as the platform does', () => {
  test.each(lines<RecordedRequest>('requests.jsonl'))('$rpc, $case: $accepted', (recorded) => {
    const route = routeOf(recorded.rpc);
    const read = () =>
      decodeRequest(route, {
        path: pathOf(route, recorded.path),
        query: new URLSearchParams(recorded.query),
        body: route.body === null ? undefined : parseJsonBody(recorded.body),
      });
    if (recorded.accepted) expect(read()).toBeTypeOf('object');
    else expect(read).toThrow(expect.objectContaining({ code: 'InvalidArgument' }));
  });
});

function pathOf(route: AnyRoute, path: string): Record<string, string> {
  const values = new RegExp(`^${route.path.replace(/\{[^}]+\}/g, '([^/]+)')}/?$`).exec(path)?.slice(1) ?? [];
  const names = pathNames(route.path);
  expect(values).toHaveLength(names.length);
  return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(values[index] ?? '')]));
}
