import { notFound } from '@determined/contract/errors.ts';
import type { Note } from '@determined/contract/organisation/organisation-messages-generated.ts';
import type { addProjectNoteRoute, putProjectNotesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { holdProject, updateProject } from './project-store.ts';

/** Appends a page; in archived and built-in projects, too. */
export const addProjectNote: Handler<typeof addProjectNoteRoute> = ({ projectId, note }, ctx) =>
  changeNotes(ctx, projectId, (notes) => [...notes, note ?? { name: '', contents: '' }]);

/** Replaces all pages. */
export const putProjectNotes: Handler<typeof putProjectNotesRoute> = ({ projectId, notes }, ctx) =>
  changeNotes(ctx, projectId, () => notes);

async function changeNotes(ctx: Context, projectId: number, change: (notes: Note[]) => Note[]) {
  const notes = await inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, projectId);
    if (!project) throw notFound('project', projectId);
    const changed = change(project.notes);
    await updateProject(tx, projectId, { notes: JSON.stringify(changed) });
    return changed;
  });
  return { notes };
}
