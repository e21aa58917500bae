import { getWorkspaceRoute } from '@determined/contract/organisation/workspaces-routes.ts';
import {
  getExperimentRoute,
  pauseExperimentRoute,
  searchExperimentsRoute,
} from '@determined/contract/training/experiments-routes.ts';
import { getExperimentRowsRoute } from '@determined/contract/training/ext-routes.ts';
import { getTrialRoute } from '@determined/contract/training/trials-routes.ts';
import { QueryClient, type QueryKey, type QueryMeta } from '@tanstack/react-query';
import { Pause } from 'lucide-react';
import { describe, expect, test } from 'vitest';
import { type CallRoute, callKey, callQuery } from '#platform/api/call.ts';
import { type Action, defineAction, offerActions, type Subject, subjectWords } from './action.ts';
import { showAtOnce } from './show-at-once.ts';

interface Lamp extends Subject {
  id: number;
  lit: boolean;
  broken?: boolean;
}

const dim: Action<Lamp> = defineAction({
  key: 'dim',
  label: 'Dim',
  icon: Pause,
  kind: { entity: 'experiment', noun: 'lamp', mark: 'watts', target: ({ id }) => ({ workspaceId: id }) },
  route: pauseExperimentRoute,
  request: ({ id }) => ({ id }),
  rule: (lamp) => (lamp.broken ? { blocked: 'broken' } : lamp.lit ? 'acts' : 'absent'),
  failed: 'Unable to dim',
});
const lamp = (id: number, over: Partial<Lamp> = {}): Lamp => ({ id, name: `lamp ${id}`, lit: true, ...over });
const anyone = () => undefined;

describe('actions', () => {
  test('one thing: offered where it acts, disabled with the reason, or absent', () => {
    expect(offerActions([dim], [lamp(1)], anyone)).toEqual([
      { action: dim, acting: [lamp(1)], disabledReason: undefined },
    ]);
    expect(offerActions([dim], [lamp(1, { broken: true })], anyone)[0]?.disabledReason).toBe('broken');
    expect(offerActions([dim], [lamp(1, { lit: false })], anyone)).toEqual([]);
  });

  test('several: acts on those it can, and says why only when it can on none', () => {
    const chosen = [lamp(1), lamp(2, { lit: false }), lamp(3, { broken: true }), lamp(4)];
    const [offered] = offerActions([dim], chosen, anyone);
    expect(offered?.acting.map(({ id }) => id)).toEqual([1, 4]);
    expect(offered?.disabledReason).toBeUndefined();
    expect(offerActions([dim], chosen.slice(1, 3), anyone)[0]).toMatchObject({ acting: [], disabledReason: 'broken' });
    expect(offerActions([dim], [], anyone)).toEqual([]);
  });

  test('rights are asked for each of several, by its own place', () => {
    const [offered] = offerActions([dim], [lamp(1), lamp(2)], (_rule, target) =>
      target?.workspaceId === 2 ? undefined : 'not there',
    );
    expect(offered?.acting.map(({ id }) => id)).toEqual([2]);
    // Who may not do it sees it, and why.
    expect(offerActions([dim], [lamp(1)], () => 'not yours')[0]?.disabledReason).toBe('not yours');
  });

  test('a toast and a dialog name one thing, and count several', () => {
    expect(subjectWords(dim.kind, [lamp(1)])).toBe('lamp 1');
    expect(subjectWords(dim.kind, [lamp(1), lamp(2)])).toBe('2 lamps');
  });
});

describe('what is shown at once', () => {
  function cached(...answers: [CallRoute, unknown, unknown][]) {
    const cache = new QueryClient();
    const keys = answers.map(([route, request, data]) => {
      // Requests of several routes in one list: each is its own route's.
      const query: { queryKey: QueryKey; meta?: QueryMeta } = callQuery(route, request as never);
      cache
        .getQueryCache()
        .build(cache, query)
        .setData(data as never);
      return query.queryKey;
    });
    return { cache, read: () => keys.map((key) => cache.getQueryData(key)) };
  }
  const shown = { entity: 'experiment', mark: 'unmanaged', ids: new Set([7]), fields: { archived: true } } as const;
  const experiment = (id: number, archived = false) => ({ id, unmanaged: false, archived });

  test('every cached answer that reads the kind shows it, lists and single ones, whatever the call', () => {
    const { cache, read } = cached(
      [
        getExperimentRowsRoute,
        { params: { projectId: 1 }, query: {} },
        { rows: [{ ...experiment(7), cells: { numTrials: 1 } }, experiment(8)] },
      ],
      [getExperimentRoute, { experimentId: 7 }, { experiment: experiment(7), config: { archived: 1 } }],
      [searchExperimentsRoute, {}, { experiments: [{ experiment: experiment(7), bestTrial: { id: 7 } }] }],
    );
    showAtOnce(cache, shown);
    expect(read()).toEqual([
      { rows: [{ ...experiment(7, true), cells: { numTrials: 1 } }, experiment(8)] },
      { experiment: experiment(7, true), config: { archived: 1 } },
      { experiments: [{ experiment: experiment(7, true), bestTrial: { id: 7 } }] },
    ]);
  });

  test('what the server never heard of is shown as before, but for what was read meanwhile', () => {
    const rows = { rows: [experiment(7)] };
    const { cache, read } = cached(
      [getExperimentRowsRoute, { params: { projectId: 1 }, query: {} }, rows],
      [getExperimentRoute, { experimentId: 7 }, { experiment: experiment(7) }],
    );
    const { takeBack } = showAtOnce(cache, shown);
    const newer = { experiment: experiment(7, true) };
    cache.setQueryData(callKey(getExperimentRoute, { experimentId: 7 }), newer, { updatedAt: Date.now() + 1 });
    takeBack();
    expect(read()).toEqual([rows, newer]);
  });

  test('what is read before the server has answered is shown so, too; what is read after it, as it is', async () => {
    const { cache, read } = cached([getExperimentRoute, { experimentId: 7 }, { experiment: experiment(7) }]);
    const again = () =>
      cache.fetchQuery({
        ...callQuery(getExperimentRoute, { experimentId: 7 }),
        queryFn: async () => ({ experiment: experiment(7) }) as never,
        staleTime: 0,
      });
    const { settle, takeBack } = showAtOnce(cache, shown);
    await again();
    expect(read()).toEqual([{ experiment: experiment(7, true) }]);
    settle();
    await again();
    expect(read()).toEqual([{ experiment: experiment(7) }]);
    const failing = showAtOnce(cache, shown);
    await again();
    expect(read()).toEqual([{ experiment: experiment(7, true) }]);
    failing.takeBack();
    expect(read()).toEqual([{ experiment: experiment(7) }]);
    takeBack();
    expect(read()).toEqual([{ experiment: experiment(7) }]);
  });

  test('answers about other things, and other things with its number, stay the very same', () => {
    const other = { experiment: experiment(8) };
    const trial = { trial: { id: 7, archived: false } };
    const workspace = { workspace: { id: 7, numExperiments: 1, archived: false } };
    const { cache, read } = cached(
      [getExperimentRoute, { experimentId: 8 }, other],
      [getTrialRoute, { trialId: 7 }, trial],
      [getWorkspaceRoute, { id: 7 }, workspace],
    );
    showAtOnce(cache, shown);
    const after = read();
    expect(after[0]).toBe(other);
    expect(after[1]).toBe(trial);
    expect(after[2]).toBe(workspace);
  });
});
