import { request } from 'node:http';
import { getLogLinesRoute } from '@determined/contract/tasks/ext-routes.ts';
import { taskLogsRoute } from '@determined/contract/tasks/logs-routes.ts';
import { encodeRequest } from '@determined/contract/wire/encode-request.ts';
import { decodeTexts } from '@determined/master/tasks/logs/encoding/log-chunk.ts';
import { textSearch } from '@determined/master/tasks/logs/shared/text-search.ts';
import { sql } from 'kysely';
import type { BenchMaster, BenchPlace, Figure } from './figure.ts';
import { Caller } from './http-load.ts';
import { calibrationMs, processorMs, processorTime } from './processor.ts';
import type { RunningTrial } from './running-trials.ts';

/** What reading a log of a million lines costs, and the end of one of ten million. `rare`, words that end a line, is in three of its lines. */
export async function searchFigures(
  place: BenchPlace,
  master: BenchMaster,
  { taskId }: RunningTrial,
  rare: string,
): Promise<Figure[]> {
  const caller = new Caller(master.address, 1);
  const loop = { what: 'a loop of the processor alone', value: calibrationMs() };
  const figures: Figure[] = [];
  const { token } = master;
  const add = async (what: string, atMost: number, call: () => Promise<unknown>, baseline = loop) => {
    const value = await processorMs(master, call);
    place.note(`${what}: ${value.toFixed(1)} ms`);
    figures.push({ what: `${what}, processor`, value, unit: 'ms', aim: { atMost }, baseline });
  };
  const whole = (path: string, lines?: number) => async () => {
    const text = (await caller.send({ method: 'GET', path, token })).text();
    const found = text.split('"timestamp":').length + text.split('"time":').length - 2;
    if (lines !== undefined && found !== lines) throw new Error(`${path} answered ${found} lines, not ${lines}`);
  };
  const stream = (asked: object) => encodeRequest(taskLogsRoute, { taskId, orderBy: 'ORDER_BY_DESC', ...asked }).path;
  const range = (id: string) => `${getLogLinesRoute.path.replace('{taskId}', id)}?from=-1000&count=1000`;
  try {
    await settle(master);
    await add('Last 1,000 of a million lines by range', 15, whole(range(taskId), 1_000));
    await add('Last 1,000 of a million lines, compatible stream', 15, whole(stream({ limit: 1_000 }), 1_000));
    const long = await copyTenTimes(master, taskId);
    await settle(master);
    await add('Last 1,000 of ten million lines by range', 15, whole(range(long), 1_000));
    const word = { searchText: rare };
    await add('A rare word in a million lines', 250, whole(stream(word), 3));
    const pattern = { searchText: rare.replace(/\w+$/, '\\w+\\s'), enableRegex: true };
    await add('An expression with a literal in a million lines', 400, whole(stream(pattern), 3));
    await add('First hit of it', 100, () => firstLine(master, stream(pattern)));
    const common = { searchText: 'loss 0' };
    await add('First hit of a common word', 100, () => firstLine(master, stream(common)));
    const shape = { searchText: '\\(9[0-9]{2}\\.[0-9] ', enableRegex: true };
    await add('First hit of an expression without a literal', 100, () => firstLine(master, stream(shape)));
    for (const [what, asked] of [
      ['A word of two letters that is nowhere', { searchText: '~~' }],
      ['An expression without a literal that matches nothing', { searchText: '^[0-9]{9} [a-z]$', enableRegex: true }],
    ] as const) {
      const bare = await bareScan(master, taskId, asked);
      const baseline = { what: 'decoding and looking alone', value: bare };
      await add(what, bare * 1.2, whole(stream(asked), 0), baseline);
    }
  } finally {
    caller.close();
  }
  return figures;
}

/** What was written before is not to be counted with what is read. */
async function settle({ db }: BenchMaster): Promise<void> {
  await sql`vacuum (analyze) task_log_chunks`.execute(db);
  await sql`checkpoint`.execute(db);
}

/** A task whose log is another's ten times over. */
export async function copyTenTimes({ db }: BenchMaster, taskId: string): Promise<string> {
  const copy = `${taskId}-long`;
  await sql`insert into tasks (id, type, job_id) select ${copy}, type, job_id from tasks where id = ${taskId}`.execute(
    db,
  );
  await sql`insert into task_log_heads (task_id, lines)
    select ${copy}, lines * 10 from task_log_heads where task_id = ${taskId}`.execute(db);
  const { rows } = await sql<{ column_name: string }>`select column_name from information_schema.columns
    where table_name = 'task_log_chunks' and column_name not in ('task_id', 'first_line', 'end_line')`.execute(db);
  const rest = sql.join(rows.map((row) => sql.ref(row.column_name)));
  await sql`insert into task_log_chunks (task_id, first_line, end_line, ${rest})
    select ${copy}, first_line + n * lines, end_line + n * lines, ${rest}
    from task_log_chunks join task_log_heads using (task_id), generate_series(0, 9) n
    where task_id = ${taskId}`.execute(db);
  return copy;
}

/** Asks, and goes away when the first line is there. */
function firstLine({ address, token }: BenchMaster, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(new URL(path, address), { headers: { Authorization: `Bearer ${token}` } }, (answer) => {
      answer.once('data', (data: Buffer) => {
        if (!data.toString().includes('"result"')) reject(new Error(`${path}: ${data}`));
        asked.destroy();
        resolve();
      });
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Processor milliseconds of reading all texts and looking at each, without anything around it. */
async function bareScan(
  master: BenchMaster,
  taskId: string,
  { searchText, enableRegex = false }: { searchText: string; enableRegex?: boolean },
): Promise<number> {
  const search = textSearch(searchText, enableRegex);
  const scan = async () => {
    for (let from = 0, found = true; found; ) {
      const { rows } = await sql<{ end_line: number; texts: Buffer; data: Buffer }>`
        select end_line, texts, null::bytea as data from task_log_chunks
        where task_id = ${taskId} and end_line > ${from} order by end_line limit 64`.execute(master.db);
      found = rows.length > 0;
      for (const row of rows) {
        const texts = await decodeTexts(row);
        for (const line of search?.candidates(texts) ?? []) search?.isIn(texts.text(line));
        from = row.end_line;
      }
    }
  };
  await scan();
  const before = await processorTime(master);
  const own = process.cpuUsage();
  for (let at = 0; at < 3; at++) await scan();
  const { user, system } = process.cpuUsage(own);
  const after = await processorTime(master);
  return ((user + system) / 1000 + (after.database - before.database) * 1000) / 3;
}
