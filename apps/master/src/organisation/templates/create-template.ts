import { invalidArgument } from '@determined/contract/errors.ts';
import { uncategorizedWorkspaceId } from '@determined/contract/limits.ts';
import type { Template } from '@determined/contract/organisation/templates-generated.ts';
import type { postTemplateRoute, putTemplateRoute } from '@determined/contract/organisation/templates-routes.ts';
import type { Tx } from '#platform/db/database.ts';
import { inTransaction, TryAgain } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import { holdTakingWorkspace } from '../workspaces/shared/hold-open-workspace.ts';
import { replaceConfig } from './patch-template.ts';
import { checkTemplateName } from './template-rules.ts';
import { insertTemplate, nameIsTaken } from './template-store.ts';
import { templateView } from './template-view.ts';

/** What the configuration says is looked at when it is used. Facts: platform semantics 10.4. */
export const createTemplate: Handler<typeof postTemplateRoute> = async (request, ctx) => {
  const template = given(request.template);
  const row = await inTransaction(ctx.db, (tx) => insert(ctx, tx, template));
  if (!row) throw nameIsTaken(template.name);
  return { template: templateView(row) };
};

/** Makes it, or replaces the configuration of the one there is, which stays in its workspace. */
export const putTemplate: Handler<typeof putTemplateRoute> = async (request, ctx) => {
  const template = given(request.template);
  const { name } = template;
  const row = await inTransaction(ctx.db, async (tx) => {
    const known = await tx.selectFrom('templates').select('id').where('name', '=', name).executeTakeFirst();
    if (known) {
      await ctx.require('template', name, tx);
      return replaceConfig(ctx, tx, name, configOf(template));
    }
    await ctx.require('workspace', workspaceOf(template), tx);
    const made = await insert(ctx, tx, template);
    if (!made) throw new TryAgain('somebody has just made it');
    return made;
  });
  return { template: templateView(row) };
};

function given(template: Template | null): Template {
  if (!template) throw invalidArgument('template must be given');
  checkTemplateName(template.name);
  return template;
}

const workspaceOf = ({ workspaceId }: Template) => workspaceId || uncategorizedWorkspaceId;
const configOf = ({ config }: Template) => JSON.stringify(config ?? {});

async function insert(ctx: Context, tx: Tx, template: Template) {
  const workspaceId = workspaceOf(template);
  await holdTakingWorkspace(tx, workspaceId, 'templates');
  const own = { name: template.name, config: configOf(template), workspace_id: workspaceId, user_id: ctx.user.id };
  const made = await insertTemplate(tx, own);
  if (made) await recordAudit(tx, ctx, { action: 'create', kind: 'template', name: made.name });
  return made;
}
