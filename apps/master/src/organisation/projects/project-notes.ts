import { isDeepStrictEqual } from 'node:util';
import { failedPrecondition, notFound } from '@determined/contract/errors.ts';
import type { ExtReplyOf, ExtRequestOf } from '@determined/contract/ext-route.ts';
import type { Note } from '@determined/contract/organisation/organisation-messages-generated.ts';
import type { saveProjectNotesRoute } from '@determined/contract/organisation/project-ext-routes.ts';
import type { addProjectNoteRoute, putProjectNotesRoute } from '@determined/contract/organisation/projects-routes.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Context } from '#platform/http/context.ts';
import type { Handler } from '#platform/http/serve.ts';
import { type HeldProject, holdProject, updateProject } from './project-store.ts';

/** Appends a page; in archived and built-in projects, too. */
export const addProjectNote: Handler<typeof addProjectNoteRoute> = async ({ projectId, note }, ctx) => ({
  notes: await changeNotes(ctx, projectId, ({ notes }) => [...notes, note ?? { name: '', contents: '' }]),
});

/** Replaces all pages, whatever has become of them since they were read. */
export const putProjectNotes: Handler<typeof putProjectNotesRoute> = async ({ projectId, notes }, ctx) => ({
  notes: await changeNotes(ctx, projectId, () => notes),
});

/** Replaces all pages that are still as they were read, so that of two writers none undoes what the other has written. */
export async function saveProjectNotes(
  { params, body }: ExtRequestOf<typeof saveProjectNotesRoute>,
  ctx: Context,
): Promise<ExtReplyOf<typeof saveProjectNotesRoute>> {
  let saved = false;
  const notes = await changeNotes(ctx, params.projectId, (project) => {
    if (project.archived || project.workspaceArchived) {
      throw failedPrecondition('Notes of an archived project are read-only. Unarchive it first.');
    }
    // Who has lost the answer sends the same once more.
    const same = isDeepStrictEqual(project.notes, body.notes);
    saved = same || isDeepStrictEqual(project.notes, body.read);
    return saved && !same ? body.notes : undefined;
  });
  return { saved, notes };
}

async function changeNotes(ctx: Context, projectId: number, change: (project: HeldProject) => Note[] | undefined) {
  return inTransaction(ctx.db, async (tx) => {
    const project = await holdProject(tx, projectId);
    if (!project) throw notFound('project', projectId);
    const changed = change(project);
    if (!changed) return project.notes;
    await updateProject(tx, projectId, { notes: JSON.stringify(changed) });
    return changed;
  });
}
