import type { PatchWorkspace } from '@determined/contract/organisation/workspaces-generated.ts';

/** What a workspace has on one Kubernetes cluster, as the form shows it. */
export interface ClusterFields {
  name: string;
  namespace: string;
  autoCreate: boolean;
  quota: string;
}

interface Known {
  bindings?: Record<string, { namespace: string; autoCreateNamespace: boolean }>;
  quotas?: Record<string, number>;
}

const namespaceLimit = 63;

export function clusterFieldsOf(clusters: string[], { bindings, quotas }: Known): ClusterFields[] {
  return clusters.map((name) => ({
    name,
    namespace: bindings?.[name]?.namespace ?? '',
    autoCreate: bindings?.[name]?.autoCreateNamespace ?? false,
    quota: quotas?.[name] === undefined ? '' : String(quotas[name]),
  }));
}

function namespaceProblem(namespace: string): string | null {
  return namespace.trim().length > namespaceLimit ? `Namespace has at most ${namespaceLimit} characters` : null;
}

/** None has to be set; the call takes whole numbers. */
function quotaProblem(quota: string): string | null {
  return quota.trim() === '' || /^\d{1,9}$/.test(quota.trim())
    ? null
    : 'Resource Quota has to be greater or equal to 0';
}

/** Why a field can't stand as it is; null when it can. */
export const clusterChecks = { namespace: namespaceProblem, quota: quotaProblem };

/** What has to be asked of the server for what was changed. */
export interface ClusterChanges {
  bound: PatchWorkspace['clusterNamespaceMeta'];
  unbound: string[];
  quotas: Record<string, number>;
}

export function clusterChangesOf(fields: ClusterFields[], before: ClusterFields[]): ClusterChanges {
  const changes: ClusterChanges = { bound: {}, unbound: [], quotas: {} };
  for (const [at, { name, autoCreate, ...field }] of fields.entries()) {
    const was = before[at];
    const namespace = field.namespace.trim();
    const quota = field.quota.trim();
    if (namespace !== was?.namespace || autoCreate !== was.autoCreate) {
      if (autoCreate || namespace)
        changes.bound[name] = {
          clusterName: name,
          namespace: autoCreate ? undefined : namespace,
          autoCreateNamespace: autoCreate,
          autoCreateNamespaceAllClusters: false,
        };
      else changes.unbound.push(name);
    }
    if (quota !== '' && quota !== was?.quota) changes.quotas[name] = Number(quota);
  }
  return changes;
}
