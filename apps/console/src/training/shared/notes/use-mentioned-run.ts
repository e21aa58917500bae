import { maxMentioned } from '@determined/contract/limits.ts';
import { getMentionedRunsRoute, type MentionedRun } from '@determined/contract/training/mention-ext-routes.ts';
import { useQueryClient } from '@tanstack/react-query';
import { call, callKey, readMeta, useRead } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { trialHasEnded } from '../trial.ts';

interface Asked {
  ids: Set<number>;
  runs: Promise<ReadonlyMap<number, MentionedRun>>;
}
let asked: Asked | undefined;

/** How a run stands that a text mentions; null where there is none for this reader. Read again until it has ended. */
export function useMentionedRun(id: number): MentionedRun | null | undefined {
  const request = { query: { ids: String(id) } };
  const queryKey = callKey(getMentionedRunsRoute, request);
  const known = useQueryClient().getQueryData<MentionedRun | null>(queryKey);
  const { reads } = getMentionedRunsRoute;
  return useRead<MentionedRun | null>(
    {
      queryKey,
      queryFn: () => readRun(id),
      meta: { ...readMeta(getMentionedRunsRoute, request), reads: { reads, of: { trial: 'query.ids' } } },
    },
    { poll: known && !trialHasEnded(known.state) ? pollEvery.store : false },
  ).data;
}

/** All that are asked for at once go in one call. */
async function readRun(id: number): Promise<MentionedRun | null> {
  if (!asked || asked.ids.size >= maxMentioned) {
    const ids = new Set<number>();
    const runs = Promise.resolve().then(async () => {
      // What is asked for from here on is asked anew.
      if (asked?.ids === ids) asked = undefined;
      const answer = await call(getMentionedRunsRoute, { query: { ids: [...ids].join() } });
      return new Map(answer.runs.map((run) => [run.id, run]));
    });
    asked = { ids, runs };
  }
  asked.ids.add(id);
  return (await asked.runs).get(id) ?? null;
}
