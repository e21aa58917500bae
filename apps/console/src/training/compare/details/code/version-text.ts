import { getModelDefFileRoute, getModelDefTreeRoute } from '@determined/contract/training/experiments-routes.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import { bytesOf, filesOf, textOf } from '#training/shared/code/code-files.ts';
import { formatBytes } from '#ui/format/sizes.ts';
import type { FileVersion } from './file-versions.ts';

/** Larger ones are not compared, in bytes. */
const mostCompared = 1024 * 1024;

type VersionText = { text: string } | { why: string };

/** Code does not change after it was submitted: it is read once. */
const forever = { staleTime: Number.POSITIVE_INFINITY };

const treeQuery = (experimentId: number) =>
  queryOptions({
    queryKey: ['files of code', experimentId],
    queryFn: () => call(getModelDefTreeRoute, { experimentId }),
    ...forever,
  });

/** The text of one version of a file, or why it has none; equal ones are read once, whichever record they are of. */
export const versionText = (path: string, { hash, experimentId }: FileVersion) =>
  queryOptions({
    queryKey: ['text of code', hash],
    queryFn: async ({ signal }): Promise<VersionText> => {
      if (hash === null) return { text: '' };
      const { files } = await queryClient.ensureQueryData(treeQuery(experimentId));
      const size = filesOf(files).find((file) => file.path === path)?.contentLength ?? 0;
      if (size === 0) return { text: '' };
      if (size > mostCompared) return { why: `${formatBytes(size)} are too large to be compared here.` };
      const { file } = await call(getModelDefFileRoute, { experimentId, path }, signal);
      try {
        return { text: textOf(bytesOf(file)) };
      } catch {
        return { why: 'It is no text.' };
      }
    },
    ...forever,
  });
