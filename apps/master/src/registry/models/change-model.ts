import { isDeepStrictEqual } from 'node:util';
import type { Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { type ModelChange, updateModel } from './model-store.ts';
import type { ModelRow } from './model-tables.ts';

/** Changes what differs, and writes down what it was; where nothing does, not even its time is another. */
export async function changeModel(ctx: Context, tx: Tx, row: ModelRow, change: ModelChange): Promise<ModelRow> {
  const { metadata } = change;
  const asked = metadata === undefined ? change : { ...change, metadata: JSON.parse(metadata) };
  const names = Object.keys(asked).filter(
    (name) => !isDeepStrictEqual(Reflect.get(asked, name), Reflect.get(row, name)),
  );
  if (names.length === 0) return row;
  const changed = await updateModel(tx, row.id, change);
  const only = (of: ModelRow) => Object.fromEntries(names.map((name) => [name, Reflect.get(of, name)]));
  const [before, after] = [only(row), only(changed)];
  await recordAudit(tx, ctx, { action: 'change', kind: 'model', id: row.id, name: row.name, before, after });
  return changed;
}
