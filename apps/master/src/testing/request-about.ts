import type { AnyExtRoute } from '@determined/contract/ext-route.ts';
import type { AnyRoute } from '@determined/contract/route.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import type { Field, Message } from '@determined/contract/wire/message.ts';
import { planOf } from '@determined/contract/wire/message.ts';
import { fieldAt, pathNames, queryFields } from '@determined/contract/wire/request-shape.ts';

export interface RawRequest {
  method: string;
  path: string;
  body?: string;
}

/**
 * A request that parses and names these things, by the paths of the fields that name them; whatever else has to be there
 * is empty.
 */
export function requestAbout(route: AnyRoute | AnyExtRoute, things: Record<string, unknown>): RawRequest {
  if ('kind' in route) return extRequestAbout(route, things);
  const input: Record<string, unknown> = {};
  const needed = [
    ...pathNames(route.path),
    ...[...queryFields(route)].filter(([, field]) => field.required).map(([name]) => name),
  ];
  for (const name of needed) setAt(route.request, input, name, fieldAt(route.request, name)?.kind === 's' ? 'x' : 1);
  if (route.body !== null && route.body !== '*') {
    const field = fieldAt(route.request, route.body);
    const isObject = field?.kind === 'o' || field?.message !== undefined;
    // Part of it may stand in the path.
    input[route.body] ??= field?.list ? [] : isObject ? {} : '';
  }
  for (const [path, value] of Object.entries(things)) setAt(route.request, input, path, value);
  const { path, body } = encodeRequest(route, input);
  return { method: route.method, path, ...(body === undefined ? {} : { body }) };
}

/** What calls of our own cannot do without. */
const neededQueries: Record<string, string> = {
  getLogLines: '?from=0&count=1',
  getSingleLogLines: '?numbers=0',
  findLogLines: '?from=0',
  getMasterLogLines: '?from=0&count=1',
  getSingleMasterLogLines: '?numbers=0',
  findMasterLogLines: '?from=0',
  compare: '?of=run&ids=1',
  getRunCurves: '?runs=1&metric=loss',
  getColumnValues: '?of=run&column=experimentName&location=LOCATION_TYPE_RUN',
  getTrialSystemCurve: '?name=cpu_util_simple&agentId=x',
  getFilterCounts: '?of=run&filter={}',
  getTableViews: '?table=experiments',
  getPins: '?runs=1',
  getMentionedRuns: '?ids=1',
};
const neededBodies: Record<string, object> = {
  saveProjectNotes: { read: [], notes: [] },
  saveExperimentNotes: { read: '', notes: '' },
  postTableView: { table: 'experiments', name: 'x', state: {} },
  postPin: { group: 'validation', metric: 'x', batches: 1, text: 'x' },
  patchPin: { version: 1, text: 'x' },
  postViewLink: { table: 'experiments', state: {} },
};

function extRequestAbout(route: AnyExtRoute, things: Record<string, unknown>): RawRequest {
  const path = route.path.replace(/\{([^}]+)\}/g, (_all, name) => String(things[`params.${name}`] ?? 1));
  const query = neededQueries[route.name] ?? '';
  const body = JSON.stringify(neededBodies[route.name] ?? {});
  return { method: route.method, path: `${path}${query}`, ...(route.method === 'GET' ? {} : { body }) };
}

function setAt(message: Message<unknown>, into: Record<string, unknown>, path: string, value: unknown): void {
  const [name = '', ...rest] = path.split('.');
  const field: Field | undefined = planOf(message).byName.get(name);
  if (!field) throw new Error(`there is no field ${path}`);
  if (rest.length === 0) {
    into[name] = field.list && !Array.isArray(value) ? [value] : value;
    return;
  }
  if (!field.message) throw new Error(`${name} is no message`);
  const known = into[name];
  // Lists have one item here.
  const item = ((Array.isArray(known) ? known[0] : known) ?? {}) as Record<string, unknown>;
  setAt(field.message, item, rest.join('.'), value);
  into[name] = field.list ? [item] : item;
}
