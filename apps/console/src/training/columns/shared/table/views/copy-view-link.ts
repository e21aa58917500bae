import { type LinkedView, postViewLinkRoute } from '@determined/contract/training/view-ext-routes.ts';
import { call } from '#platform/api/call.ts';
import { reportError } from '#platform/api/report-error.ts';
import { copyText } from '#platform/copy-text.tsx';
import { basePath } from '#platform/routing/safe-target.ts';

/** Copies a link that shows for good what is shown now, with the rights of whoever opens it. */
export async function copyViewLink(projectId: number, view: LinkedView): Promise<void> {
  try {
    const { key } = await call(postViewLinkRoute, { params: { projectId }, body: view });
    await copyText(`${window.location.origin}${basePath}/v/${key}`, 'Link copied');
  } catch (error) {
    reportError(error, { title: 'Unable to make a link' });
  }
}
