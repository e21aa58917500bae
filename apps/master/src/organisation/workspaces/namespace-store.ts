import type { RawBuilder } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { workspaceChanged } from './workspace-events.ts';

/** A workspace's own namespace on a Kubernetes cluster. */
export interface OwnNamespace {
  cluster: string;
  namespace: string;
  autoCreated: boolean;
  /** Slots; null: as many as there are. Undefined in a change: as it was. */
  quota?: number | null;
}

export async function ownNamespaces(db: Db, workspaceId: number): Promise<Required<OwnNamespace>[]> {
  const rows = await db
    .selectFrom('workspace_namespaces')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy('cluster_name')
    .execute();
  return rows.map(({ cluster_name, namespace, auto_created, quota }) => ({
    cluster: cluster_name,
    namespace,
    autoCreated: auto_created,
    quota,
  }));
}

/** The workspace is held: two changes do not meet. */
export async function setNamespaces(tx: Tx, workspaceId: number, own: readonly OwnNamespace[]): Promise<void> {
  for (const { cluster, namespace, autoCreated, quota } of own) {
    const set = { namespace, auto_created: autoCreated, ...(quota === undefined ? {} : { quota }) };
    await tx
      .insertInto('workspace_namespaces')
      .values({ workspace_id: workspaceId, cluster_name: cluster, ...set })
      .onConflict((at) => at.columns(['workspace_id', 'cluster_name']).doUpdateSet(set))
      .execute();
  }
  if (own.length > 0) publish(tx, workspaceChanged, { workspaceId });
}

/** False where the workspace has the default one there. */
export async function removeNamespace(tx: Tx, workspaceId: number, cluster: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('workspace_namespaces')
    .where('workspace_id', '=', workspaceId)
    .where('cluster_name', '=', cluster)
    .executeTakeFirst();
  publish(tx, workspaceChanged, { workspaceId });
  return numDeletedRows > 0n;
}

/** Workspaces among those `seen` that have on some of the clusters, or where there is none, no namespace of their own. */
export async function idsWithDefault(
  db: Db,
  seen: RawBuilder<boolean>,
  clusters: readonly string[],
): Promise<number[]> {
  const rows = await db
    .selectFrom('workspaces as w')
    .select('w.id')
    .where(seen)
    .$if(clusters.length > 0, (query) =>
      query.where(
        (eb) =>
          eb
            .selectFrom('workspace_namespaces as n')
            .select(eb.fn.countAll<number>().as('count'))
            .whereRef('n.workspace_id', '=', 'w.id')
            .where('n.cluster_name', 'in', clusters),
        '<',
        clusters.length,
      ),
    )
    .orderBy('w.id')
    .execute();
  return rows.map(({ id }) => id);
}
