import { isDeepStrictEqual } from 'node:util';
import type { PatchModelVersion } from '@determined/contract/registry/models-generated.ts';
import type { patchModelVersionRoute } from '@determined/contract/registry/models-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../../identity/audit/shared/record-audit.ts';
import { holdModel } from '../model-store.ts';
import { findVersion, updateVersion } from './version-store.ts';
import { readVersion } from './version-view.ts';

/** What is not given stays, and the checkpoint always. Also of an archived model. Facts: platform semantics 10.3. */
export const patchModelVersion: Handler<typeof patchModelVersionRoute> = async (request, ctx) => {
  const { modelName, modelVersionNum, modelVersion: patch } = request;
  const modelVersion = await inTransaction(ctx.db, async (tx) => {
    const model = await holdModel(tx, modelName);
    const row = await findVersion(tx, model, modelVersionNum);
    const given = patch ? givenOf(patch) : {};
    const names = Object.keys(given).filter(
      (name) => !isDeepStrictEqual(Reflect.get(given, name), Reflect.get(row, name)),
    );
    if (names.length > 0) {
      const { metadata, ...texts } = given;
      const change = metadata === undefined ? texts : { ...texts, metadata: JSON.stringify(metadata) };
      await updateVersion(tx, model, row.id, change);
      const only = (of: object) => Object.fromEntries(names.map((name) => [name, Reflect.get(of, name)]));
      const deed = {
        action: 'change',
        kind: 'modelVersion',
        id: row.id,
        name: `${model.name} ${row.version}`,
      } as const;
      await recordAudit(tx, ctx, { ...deed, before: only(row), after: only(given) });
    }
    return readVersion(tx, row);
  });
  return { modelVersion };
};

function givenOf({ name, comment, labels, metadata, notes }: PatchModelVersion) {
  return {
    ...(name === null ? {} : { name }),
    ...(comment === null ? {} : { comment }),
    ...(labels === null ? {} : { labels }),
    ...(metadata === null ? {} : { metadata }),
    ...(notes === null ? {} : { notes }),
  };
}
