import type { Pool } from 'pg';

/** Rows a second that bare inserts reach on the same database: so many connections, so many rows a commit. */
export async function bareInserts(
  pool: Pool,
  { connections, rowsPerCommit, seconds, text }: BareInserts,
): Promise<number> {
  await pool.query(`create table bare_inserts (
    id bigint generated always as identity primary key, a integer not null, b integer not null, text text not null)`);
  await pool.query('create index bare_inserts_by_a on bare_inserts (a, b)');
  const texts = Array.from({ length: rowsPerCommit }, () => text);
  const insert = `insert into bare_inserts (a, b, text) select $1, $2, text from unnest($3::text[]) text`;
  let rows = 0;
  const began = performance.now();
  try {
    await Promise.all(
      Array.from({ length: connections }, async (_, sender) => {
        const client = await pool.connect();
        try {
          for (let n = 0; performance.now() - began < seconds * 1000; n++) {
            await client.query(insert, [sender, n, texts]);
            rows += rowsPerCommit;
          }
        } finally {
          client.release();
        }
      }),
    );
    return rows / ((performance.now() - began) / 1000);
  } finally {
    await pool.query('drop table bare_inserts');
  }
}

export interface BareInserts {
  connections: number;
  rowsPerCommit: number;
  seconds: number;
  /** What each row holds. */
  text: string;
}
