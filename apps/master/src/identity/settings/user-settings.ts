import { invalidArgument } from '@determined/contract/errors.ts';
import type {
  getUserSettingRoute,
  postUserSettingRoute,
  resetUserSettingRoute,
} from '@determined/contract/identity/settings-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Handler } from '#platform/http/serve.ts';

export const getUserSettings: Handler<typeof getUserSettingRoute> = async (_request, ctx) => {
  const rows = await ctx.db
    .selectFrom('user_settings')
    .select(['key', 'storage_path as storagePath', 'value'])
    .where('user_id', '=', ctx.user.id)
    .orderBy('storage_path')
    .orderBy('key')
    .execute();
  return { settings: rows.map((row) => ({ ...row, value: spaced(row.value) })) };
};

/** Stores each setting under its path and key; an empty value removes it. Facts: platform semantics 8.3. */
export const postUserSettings: Handler<typeof postUserSettingRoute> = async ({ settings }, ctx) => {
  for (const { key, value } of settings) {
    if (value !== '' && !isJson(value)) throw invalidArgument(`settings: the value of '${key}' is not JSON`);
  }
  await inTransaction(ctx.db, async (tx) => {
    for (const { key, storagePath, value } of settings) {
      const row = { user_id: ctx.user.id, storage_path: storagePath, key, value };
      if (value !== '') {
        await tx
          .insertInto('user_settings')
          .values(row)
          .onConflict((conflict) => conflict.columns(['user_id', 'storage_path', 'key']).doUpdateSet({ value }))
          .execute();
        continue;
      }
      await tx
        .deleteFrom('user_settings')
        .where('user_id', '=', ctx.user.id)
        .where('storage_path', '=', storagePath)
        .where('key', '=', key)
        .execute();
    }
  });
  return {};
};

export const resetUserSettings: Handler<typeof resetUserSettingRoute> = async (_request, ctx) => {
  await ctx.db.deleteFrom('user_settings').where('user_id', '=', ctx.user.id).execute();
  return {};
};

/** JSON with a space after each colon and comma and no other, as the platform answers it; its values stay as they are. */
function spaced(json: string): string {
  return json.replace(
    /("(?:[^"\\]|\\.)*")|([:,])|\s+/g,
    (_all, text?: string, mark?: string) => text ?? (mark ? `${mark} ` : ''),
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
