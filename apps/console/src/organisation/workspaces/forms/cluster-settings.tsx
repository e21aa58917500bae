import { getKubernetesResourceManagersRoute } from '@determined/contract/cluster/resource-pools-routes.ts';
import {
  getKubernetesResourceQuotasRoute,
  listWorkspaceNamespaceBindingsRoute,
} from '@determined/contract/organisation/workspaces-routes.ts';
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import type { UseQueryResult } from '@tanstack/react-query';
import { useCallQuery } from '#platform/api/call.ts';
import { messageOf } from '#platform/api/console-error.ts';
import { canViewResourceQuotas } from '#platform/session/checks.ts';
import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { useMay } from '#platform/session/may.ts';
import { Switch } from '#ui/primitives/switch.tsx';
import type { WorkspaceRights } from '../shared/workspace-rights.ts';
import { type ClusterFields, clusterFieldsOf } from './cluster-fields.ts';
import styles from './edit-workspace-dialog.module.css';
import type { WorkspaceFields } from './workspace-fields.ts';

/** What is known of a workspace on the Kubernetes clusters, and what could not be read. */
export interface ClusterSettings {
  fields: ClusterFields[];
  bindings: boolean;
  quotas: boolean;
  autoCreate: boolean;
  problems: string[];
}

/** Undefined until each read has ended, well or not. Where there is no such cluster nothing of it is asked. */
export function useClusterSettings(id: number): ClusterSettings | undefined {
  const vendor = useClusterInfo()?.branding === 'hpe';
  const mayView = useMay()(canViewResourceQuotas);
  const managers = useCallQuery(getKubernetesResourceManagersRoute, {});
  const names = managers.data?.resourceManagers ?? [];
  const some = names.length > 0;
  const showsQuotas = some && vendor && mayView;
  const bindings = useCallQuery(listWorkspaceNamespaceBindingsRoute, { id }, { enabled: some });
  const quotas = useCallQuery(getKubernetesResourceQuotasRoute, { id }, { enabled: showsQuotas });
  const asked: [string, UseQueryResult<unknown, Error>][] = [['Failed to fetch Resource Managers.', managers]];
  if (some) asked.push(['Failed to fetch list of workspace namespace bindings.', bindings]);
  if (showsQuotas) asked.push(['Failed to fetch kubernetes resource quotas for the workspace.', quotas]);
  if (asked.some(([, read]) => read.isFetching)) return undefined;
  return {
    fields: clusterFieldsOf(names, {
      bindings: bindings.data?.namespaceBindings,
      quotas: quotas.data?.resourceQuotas,
    }),
    bindings: bindings.isSuccess,
    quotas: showsQuotas && quotas.isSuccess,
    autoCreate: vendor,
    problems: asked.flatMap(([failed, { error }]) => (error ? `${failed} ${messageOf(error)}` : [])),
  };
}

interface ClusterPartsProps {
  form: UseFormReturnType<WorkspaceFields>;
  settings: ClusterSettings;
  rights: WorkspaceRights;
}

/** Namespace and quota of each cluster; what could not be read is said and left as it is. */
export function ClusterParts({ form, settings, rights }: ClusterPartsProps) {
  const { bindings, quotas, autoCreate, problems } = settings;
  const shown = bindings || quotas ? form.values.clusters : [];
  return (
    <>
      {shown.map((cluster, at) => (
        <fieldset key={cluster.name} className={styles.cluster}>
          <legend>Namespace Bindings{cluster.name ? ` on ${cluster.name}` : ''}</legend>
          {bindings && autoCreate ? (
            <Switch
              checked={cluster.autoCreate}
              disabled={!rights.bindings}
              onChange={(on) => form.setFieldValue(`clusters.${at}.autoCreate`, on)}
            >
              Auto Create Namespace
            </Switch>
          ) : null}
          {bindings ? (
            <TextInput
              label="Namespace"
              autoComplete="off"
              spellCheck={false}
              disabled={!rights.bindings || cluster.autoCreate}
              {...form.getInputProps(`clusters.${at}.namespace`)}
            />
          ) : null}
          {quotas ? (
            <TextInput
              label="Resource Quota"
              inputMode="numeric"
              autoComplete="off"
              disabled={!rights.quotas}
              {...form.getInputProps(`clusters.${at}.quota`)}
            />
          ) : null}
        </fieldset>
      ))}
      {problems.map((problem) => (
        <p key={problem} role="alert" className="muted">
          {problem}
        </p>
      ))}
    </>
  );
}
