/** `[page] - [cluster name] - product name`; parts without words are left out. */
export function pageTitle(page: string, clusterName: string | undefined, product: string): string {
  return [page, clusterName, product].filter(Boolean).join(' - ');
}
