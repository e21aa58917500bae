interface Pachyderm {
  proxy: { scheme: string; host: string; port: number };
  dataset: { project: string; repo: string; commit: string; branch: string };
}

/** Where the data is shown that an experiment was given by a data-versioning integration; undefined where it had none. */
export function dataInputOf(
  config: Readonly<Record<string, unknown>> | null | undefined,
): { name: string; address: string } | undefined {
  // A configuration that the server has checked: who names one names all of it.
  const integrations = config?.integrations as { pachyderm?: Pachyderm | null } | null | undefined;
  if (!integrations?.pachyderm) return undefined;
  const { proxy, dataset } = integrations.pachyderm;
  if (!/^https?$/.test(proxy.scheme)) return undefined;
  const [project, repo, commit, branch] = [dataset.project, dataset.repo, dataset.commit, dataset.branch].map(
    encodeURIComponent,
  );
  return {
    name: dataset.repo,
    address: `${proxy.scheme}://${proxy.host}:${proxy.port}/lineage/${project}/repos/${repo}/commit/${commit}/?branchId=${branch}`,
  };
}
