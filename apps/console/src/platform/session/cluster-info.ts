import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import type { Reply } from '@determined/contract/route.ts';
import { callQuery, useCallQuery } from '#platform/api/call.ts';
import { pollEvery } from '#platform/api/poll.ts';
import { queryClient } from '#platform/api/query-client.ts';

export type ClusterInfo = Reply<typeof getMasterRoute>;

/** The version the console was built for; what runs says the server itself. */
export const consoleVersion = '0.36.0';

export function loadClusterInfo(): Promise<ClusterInfo> {
  return queryClient.ensureQueryData(callQuery(getMasterRoute, {}));
}

/** Undefined only until the first answer; below the shell it is there. */
export function useClusterInfo(): ClusterInfo | undefined {
  return useCallQuery(getMasterRoute, {}, { poll: pollEvery.slow }).data;
}

/** The product's name under its own branding and under the vendor's. */
export function productName(info: { branding: string } | undefined): string {
  return info?.branding === 'hpe' ? 'HPE Machine Learning Development Environment' : 'Determined';
}
