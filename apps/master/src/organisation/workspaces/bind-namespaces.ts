import { ApiError, invalidArgument, permissionDenied } from '@determined/contract/errors.ts';
import type { WorkspaceNamespaceBinding } from '@determined/contract/organisation/workspaces-generated.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import type { Context } from '#platform/http/context.ts';
import { recordAudit } from '../../identity/audit/shared/record-audit.ts';
import {
  type AskedNamespaces,
  kubernetesClusters,
  namespacesAsked,
  noDefault,
  quotasAsked,
} from './namespace-rules.ts';
import { type OwnNamespace, ownNamespaces, setNamespaces } from './namespace-store.ts';

export type Place = { id: number; name: string };
type Bindings = Record<string, WorkspaceNamespaceBinding>;

export const bindingsOf = (workspaceId: number, own: readonly OwnNamespace[]): Bindings =>
  Object.fromEntries(
    own.map(({ cluster, namespace, autoCreated }) => [
      cluster,
      { workspaceId, namespace, clusterName: cluster, autoCreateNamespace: autoCreated },
    ]),
  );

/** Of a workspace that is made or changed, in its transaction; what it then has of what was asked. */
export async function bindNamespaces(
  tx: Tx,
  ctx: Context,
  place: Place,
  { namespaces, quotas = {} }: { namespaces: AskedNamespaces; quotas?: Record<string, number> },
): Promise<Bindings> {
  const { config } = ctx.master;
  const set = await keepNamespaces(tx, ctx, place, () =>
    saying('failed to create namespace binding: rpc error: code = InvalidArgument desc =', () =>
      namespacesAsked(config, place, namespaces),
    ),
  );
  await keepNamespaces(tx, ctx, place, (own) =>
    saying('failed to set resource quota:', () => quotasAsked(config, own, quotas)),
  );
  return bindingsOf(place.id, set);
}

function saying<T>(what: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw error instanceof ApiError ? invalidArgument(`${what} ${error.message}`) : error;
  }
}

/** Keeps what `asked` makes of what there is, and writes down who did it. */
export async function keepNamespaces(
  tx: Tx,
  ctx: Context,
  { id, name }: Place,
  asked: (own: OwnNamespace[]) => OwnNamespace[],
): Promise<OwnNamespace[]> {
  const before = await ownNamespaces(tx, id);
  const set = asked(before);
  if (
    set.some(({ quota }) => quota !== undefined) &&
    !ctx.holds({ needs: ['SET_RESOURCE_QUOTAS'], withoutRbac: 'admin' })
  )
    throw permissionDenied();
  if (set.length === 0) return set;
  await setNamespaces(tx, id, set);
  await auditNamespaces(tx, ctx, { id, name }, before);
  return set;
}

export async function auditNamespaces(
  tx: Tx,
  ctx: Context,
  { id, name }: Place,
  before: OwnNamespace[],
): Promise<void> {
  const after = await ownNamespaces(tx, id);
  await recordAudit(tx, ctx, {
    action: 'change',
    kind: 'workspace',
    id,
    name,
    before: { namespaces: before },
    after: { namespaces: after },
  });
}

/** On every cluster: the workspace's own, or the cluster's default. */
export async function namespacesOn(db: Db, { master }: Context, id: number): Promise<OwnNamespace[]> {
  const clusters = kubernetesClusters(master.config);
  if (clusters.size === 0) throw noDefault();
  const own = await ownNamespaces(db, id);
  return [...clusters].map(
    ([cluster, namespace]) => own.find((one) => one.cluster === cluster) ?? { cluster, namespace, autoCreated: false },
  );
}
