import { ApiError, failedPrecondition, invalidArgument } from '@determined/contract/errors.ts';
import type { WorkspaceNamespaceMeta } from '@determined/contract/organisation/workspaces-generated.ts';
import type { MasterConfig } from '#platform/config/master-config.ts';
import type { OwnNamespace } from './namespace-store.ts';

// A namespace, and what may be used in it, is Kubernetes'. On another resource manager a workspace has none, and each call
// says so as the platform does on a cluster of agents, whose name is empty.

const unsupported = 'operation not supported';
const agents = `resource manager type AgentRM: ${unsupported}`;

export const noneCreated = () => invalidArgument(`cannot create a namespace with ${agents}`);
const noneVerified = () =>
  invalidArgument(`error verifying Kubernetes namespace: cannot verify namespace existence with ${agents}`);
export const noDefault = () => new ApiError('NotFound', `error getting default namespace: ${unsupported}`);
const unknownCluster = (name: string) => invalidArgument(`no resource manager with cluster name ${name}`);

type Config = Pick<MasterConfig, 'additional_resource_managers'>;

/** The Kubernetes clusters, by name, with the namespace of workspaces that have none of their own. */
export function kubernetesClusters({ additional_resource_managers: managers }: Config): ReadonlyMap<string, string> {
  return new Map(
    managers.flatMap(({ resource_manager: { type, cluster_name, default_namespace: usual } }) =>
      type === 'kubernetes' ? [[cluster_name, typeof usual === 'string' ? usual : 'default']] : [],
    ),
  );
}

export function refuseOtherCluster(config: Config, name: string): void {
  if (!kubernetesClusters(config).has(name) && name !== '') throw unknownCluster(name);
}

export type AskedNamespaces = Record<string, WorkspaceNamespaceMeta>;

/** What is asked for as what is kept; throws where it cannot be. */
export function namespacesAsked(
  config: Config,
  { id, name }: { id: number; name: string },
  asked: AskedNamespaces,
): OwnNamespace[] {
  const clusters = kubernetesClusters(config);
  return Object.entries(asked).flatMap(([cluster, meta]) => {
    const everywhere = meta.autoCreateNamespaceAllClusters;
    if (everywhere && clusters.size === 0) throw noneCreated();
    return (everywhere ? [...clusters.keys()] : [cluster]).map((at) => {
      if (!clusters.has(at)) throw notOfKubernetes(at, meta);
      const autoCreated = everywhere || meta.autoCreateNamespace;
      const quota = meta.resourceQuota === undefined ? {} : { quota: checkQuota(meta.resourceQuota) };
      return {
        cluster: at,
        namespace: autoCreated ? createdNamespace(id, name) : checkNamespace(meta.namespace ?? ''),
        autoCreated,
        ...quota,
      };
    });
  });
}

function notOfKubernetes(cluster: string, asked: WorkspaceNamespaceMeta): ApiError {
  if (cluster !== '') return unknownCluster(cluster);
  return asked.autoCreateNamespace ? noneCreated() : noneVerified();
}

/** Quotas by cluster; each limits a namespace that the workspace has for itself. */
export function quotasAsked(
  config: Config,
  own: readonly OwnNamespace[],
  asked: Record<string, number>,
): OwnNamespace[] {
  return Object.entries(asked).map(([cluster, quota]) => {
    refuseOtherCluster(config, cluster);
    checkQuota(quota);
    if (cluster === '') throw new ApiError('NotFound', unsupported);
    const mine = own.find((one) => one.cluster === cluster);
    if (!mine)
      throw failedPrecondition(
        `the workspace has the default namespace of ${cluster}, which a quota would limit for all: give it one of its own first`,
      );
    return { ...mine, quota };
  });
}

function checkQuota(quota: number): number {
  if (quota < 0) throw invalidArgument('resource quota must be greater or equal to 0');
  return quota;
}

const longest = 63;
/** As Kubernetes names things: it refuses any other. */
const label = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?$/;

function checkNamespace(namespace: string): string {
  if (namespace.length <= longest && label.test(namespace)) return namespace;
  throw invalidArgument(
    `namespace ${JSON.stringify(namespace)} is not one: at most ${longest} of a-z, 0-9 and -, beginning and ending with a letter or digit`,
  );
}

/** The name tells people whose it is, the id keeps it apart. */
function createdNamespace(id: number, name: string): string {
  const end = `-${id}`;
  const readable = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, longest - end.length - 'ws-'.length);
  return `ws-${readable}`.replace(/-$/, '') + end;
}
