import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { callQuery, useRead } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';

export type ClusterInfo = Reply<typeof getMasterRoute>;

/**
 * The version that the console's documents name, and the only place it stands at. What the server is compatible with it says
 * itself (`/info`: 0.38.1), and whether a newer console is there is told by the files' hashes, not by either.
 */
export const consoleVersion = '0.36.0';

export function loadClusterInfo(): Promise<ClusterInfo> {
  return queryClient.ensureQueryData(callQuery(getMasterRoute, {}));
}

/** Undefined only until the first answer; below the shell it is there. */
export function useClusterInfo(): ClusterInfo | undefined {
  // Parts of a page that come late do not ask again for what the page began with.
  const query = { ...callQuery(getMasterRoute, {}), staleTime: pollEvery.default };
  return useRead(query, { poll: pollEvery.slow, steady: true }).data;
}

/** The product's name under its own branding and under the vendor's. */
export function productName(info: { branding: string } | undefined): string {
  return info?.branding === 'hpe' ? 'HPE Machine Learning Development Environment' : 'Determined';
}

/** Eight characters fit the folded side bar; the whole stands in its tooltip. */
export function shownVersion(version: string, folded: boolean): string {
  return folded && version.length > 8 ? `${version.slice(0, 7)}…` : version;
}
