import { sql } from 'kysely';
import { KeyedWork } from '#platform/keyed-work.ts';
import { type Master, perMaster } from '#platform/master.ts';
import { Moving } from '#platform/threads/moving.ts';
import { elsewhere } from '#platform/threads/run-elsewhere.ts';
import { dropFullOfGaps, packingLimits, packProject } from './pack-project.ts';
import type packBlock from './shared/pack-block.ts';
import type { Listed } from './shared/packed-query.ts';

const scanEveryMs = 15_000;
const packElsewhere = elsewhere<typeof packBlock>(new URL('./shared/pack-block.ts', import.meta.url));

async function pack(input: Parameters<typeof packBlock>[0]): Promise<ReturnType<typeof packBlock>> {
  const moved = input.things.flatMap(({ summaries, given }) =>
    [summaries, given].flatMap((bytes) => bytes?.buffer ?? []),
  );
  const answer = await packElsewhere('packing', new Moving(input, moved));
  if ('refused' in answer) throw new Error(answer.refused);
  return answer.value;
}

/** Packs what has ended into columns, in the background, a project at a time. */
export const packingJob = perMaster((master: Master) => {
  const { db, log } = master;
  const work: KeyedWork<{ projectId: number; of: Listed }> = new KeyedWork(
    async (project) => {
      await dropFullOfGaps(db, project);
      await packProject(db, pack, project, packingLimits, () => work.stopped);
    },
    (error) => log.warn({ err: error }, 'packing columns failed'),
  );
  const scan = async () => {
    const { rows } = await sql<{ project_id: number; of: Listed }>`
      select m.project_id, 'run' as of from trial_metrics m join trials t on t.id = m.trial_id
        where not m.packed and t.end_time is not null group by 1 having count(*) >= ${packingLimits.least}
      union all
      select e.project_id, 'experiment' from experiments e
        where not e.packed and e.end_time is not null group by 1 having count(*) >= ${packingLimits.least}`.execute(db);
    for (const { project_id: projectId, of } of rows) work.ask(`${of} ${projectId}`, { projectId, of });
    await work.idle();
  };
  master.onStop(() => work.stop());
  return { start: () => work.lookEvery(scanEveryMs, master, scan) };
});
