import { describe, expect, test } from 'vitest';
import { getUsersRoute, patchUserRoute, setUserPasswordRoute } from '../identity/users-routes.ts';
import { putTemplateRoute } from '../organisation/templates-routes.ts';
import { getWorkspacesRoute } from '../organisation/workspaces-routes.ts';
import type { AnyRoute, RequestOf } from '../route.ts';
import { getExperimentsRoute, patchExperimentRoute, searchExperimentsRoute } from '../training/experiments-routes.ts';
import { reportTrialMetricsRoute } from '../training/metrics-routes.ts';
import { decodeRequest } from './decode-request.ts';

function read<R extends AnyRoute>(route: R, raw: { path?: Record<string, string>; query?: string; body?: unknown }) {
  const query = new URLSearchParams(raw.query ?? '');
  const request: RequestOf<R> = decodeRequest(route, { path: raw.path ?? {}, query, body: raw.body });
  return request;
}

describe('query', () => {
  test('dotted names make nested messages, keys repeat in lists, unknown ones are ignored', () => {
    const request = read(getExperimentsRoute, {
      query: 'experimentIdFilter.gt=5&experiment_id_filter.incl=1&experiment_id_filter.incl=2&labels=a,b&labels=c&x=1',
    });
    expect(request.experimentIdFilter).toEqual({ gt: 5, incl: [1, 2], notIn: [] });
    expect(request.labels).toEqual(['a,b', 'c']);
    expect(request.sortBy).toBe('SORT_BY_UNSPECIFIED');
  });

  test('of a single field given twice the first counts; the wire’s own spelling wins', () => {
    expect(read(getUsersRoute, { query: 'limit=3&limit=4' }).limit).toBe(3);
    expect(read(getUsersRoute, { query: 'sort_by=SORT_BY_ADMIN&sortBy=SORT_BY_ACTIVE' }).sortBy).toBe('SORT_BY_ACTIVE');
  });

  test('enums by name or number', () => {
    expect(read(getUsersRoute, { query: 'sortBy=1' }).sortBy).toBe('SORT_BY_DISPLAY_NAME');
    expect(() => read(getUsersRoute, { query: 'sortBy=77' })).toThrow('sortBy: unknown value 77');
  });

  test('plain booleans as Go spells them, nullable ones only true and false', () => {
    expect(read(getExperimentsRoute, { query: 'showTrialData=1' }).showTrialData).toBe(true);
    expect(read(getExperimentsRoute, { query: 'showTrialData=F' }).showTrialData).toBe(false);
    expect(read(getWorkspacesRoute, { query: 'archived=false' }).archived).toBe(false);
    expect(read(getWorkspacesRoute, {}).archived).toBe(null);
    expect(() => read(getWorkspacesRoute, { query: 'archived=1' })).toThrow('archived: ');
  });

  test('an empty value is no number', () => {
    expect(() => read(getUsersRoute, { query: 'limit=' })).toThrow('limit: expected an integer, got ""');
  });

  test('is not read where the body is the request', () => {
    expect(read(searchExperimentsRoute, { query: 'limit=3', body: { offset: 2 } })).toMatchObject({
      limit: 0,
      offset: 2,
    });
  });
});

describe('body and path', () => {
  test('a body bound to a field is that field’s value', () => {
    expect(read(setUserPasswordRoute, { path: { userId: '3' }, body: 'secret' })).toEqual({
      userId: 3,
      password: 'secret',
    });
    const patch = read(patchUserRoute, { path: { userId: '3' }, body: { display_name: 'Ada', user: {} } });
    expect(patch.user).toMatchObject({ displayName: 'Ada', active: null });
    expect(() => read(patchUserRoute, { path: { userId: '3' }, body: { active: 'yes' } })).toThrow('user.active: ');
  });

  test('a path value wins over the body, also inside a nested message', () => {
    const body = { name: 'other', config: { a: 1 } };
    expect(read(putTemplateRoute, { path: { 'template.name': 'mine' }, body }).template).toMatchObject({
      name: 'mine',
      config: { a: 1 },
    });
    expect(read(reportTrialMetricsRoute, { path: { 'metrics.trialId': '9' }, body: {} }).metrics?.trialId).toBe(9);
    expect(read(patchExperimentRoute, { path: { 'experiment.id': '4' } }).experiment?.id).toBe(4);
  });

  test('a path value that is no number is refused', () => {
    expect(() => read(setUserPasswordRoute, { path: { userId: 'x' }, body: '' })).toThrow(
      expect.objectContaining({ code: 'InvalidArgument', message: 'userId: expected an integer, got "x"' }),
    );
  });
});
