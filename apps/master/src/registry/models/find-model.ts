import { ApiError } from '@determined/contract/errors.ts';
import type { Db } from '#platform/db/database.ts';
import type { SubjectFinder } from '#platform/http/authorise.ts';
import type { ModelRow } from './model-tables.ts';

/** Digits alone are an id, as no name is. */
export const isModelId = (text: string): boolean => /^\d{1,9}$/.test(text);

/** By id or name. Whether it may be seen, the caller asks. */
export function findModel(db: Db, nameOrId: string): Promise<ModelRow | undefined> {
  const models = db.selectFrom('models').selectAll();
  const one = isModelId(nameOrId) ? models.where('id', '=', Number(nameOrId)) : models.where('name', '=', nameOrId);
  return one.executeTakeFirst();
}

export const modelNotFound = (nameOrId: string | number) => new ApiError('NotFound', `model "${nameOrId}" not found`);

export const modelSubject: SubjectFinder = {
  find: (db, id) => {
    const models = db
      .selectFrom('models as m')
      .innerJoin('workspaces as w', 'w.id', 'm.workspace_id')
      .select(['m.user_id as ownerId', 'w.user_id as workspaceOwnerId', 'w.id as workspaceId']);
    const text = String(id);
    const one = isModelId(text) ? models.where('m.id', '=', Number(text)) : models.where('m.name', '=', text);
    return one.executeTakeFirst();
  },
  missing: modelNotFound,
};
