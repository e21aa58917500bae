import type { Db } from '#platform/db/database.ts';
import type { TemplateRow } from '../template-store.ts';

/** Whether it may be seen, and used, the caller asks. */
export function findTemplate(db: Db, name: string): Promise<TemplateRow | undefined> {
  return db.selectFrom('templates').selectAll().where('name', '=', name).executeTakeFirst();
}
