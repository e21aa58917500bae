import { useClusterInfo } from '#platform/session/cluster-info.ts';
import { type Setting, useSetting } from '#platform/settings/settings.ts';
import { queryAtStart } from './query-at-start.ts';

interface FeatureSwitch {
  usual: boolean;
  /** The cluster alone decides. */
  fixed?: true;
}

/** Every switch with what it is when nobody has said otherwise (spec 1 §3). */
export const featureSwitches = {
  explist_v2: { usual: true },
  flat_runs: { usual: true },
  genai: { usual: false, fixed: true },
  rp_binding: { usual: true },
  streaming_updates: { usual: false },
  task_templates: { usual: true },
} as const satisfies Record<string, FeatureSwitch>;

export type SwitchName = keyof typeof featureSwitches;

/** What the reader has chosen for himself; what he has not is absent. */
export type ChosenSwitches = Readonly<Record<string, boolean>>;

export const chosenSwitches: Setting<ChosenSwitches> = {
  key: 'experimental',
  read: (stored) =>
    Object.fromEntries(
      Object.entries(stored && typeof stored === 'object' ? stored : {}).filter(([, on]) => typeof on === 'boolean'),
    ),
};

interface Said {
  /** The cluster's list: a name switches on, `-name` off; the last of them counts. */
  cluster: readonly string[];
  chosen: ChosenSwitches;
  /** The query of the address: `f_{name}=on` or `off`. */
  query: string;
}

/** The address over the reader's choice over the cluster over the usual; only the cluster over a switch that is fixed. */
export function isSwitchedOn(name: SwitchName, { cluster, chosen, query }: Said): boolean {
  const { usual, fixed }: FeatureSwitch = featureSwitches[name];
  const told = cluster.findLast((one) => one === name || one === `-${name}`);
  const here = told === undefined ? usual : told === name;
  if (fixed) return here;
  const asked = new URLSearchParams(query).get(`f_${name}`);
  if (asked === 'on' || asked === 'off') return asked === 'on';
  return chosen[name] ?? here;
}

export function useSwitch(name: SwitchName): boolean {
  const cluster = useClusterInfo()?.featureSwitches ?? [];
  const [chosen] = useSetting(chosenSwitches);
  return isSwitchedOn(name, { cluster, chosen, query: queryAtStart });
}
