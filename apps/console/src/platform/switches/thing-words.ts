import { getMasterRoute } from '@determined/contract/cluster/master-info-routes.ts';
import { hashKey } from '@tanstack/react-query';
import { callKey } from '#platform/api/call.ts';
import { queryClient } from '#platform/api/query-client.ts';
import type { ClusterInfo } from '#platform/session/cluster-info.ts';
import { readSetting } from '#platform/settings/settings.ts';
import { chosenSwitches, isSwitchedOn, useSwitch } from './feature-switches.ts';
import { queryAtStart } from './query-at-start.ts';

const flat: Readonly<Record<string, string>> = { experiment: 'search', trial: 'run' };
const named = /\b(an? )?(experiment|trial)(s?)\b/gi;

/** A text of the console as it is with `flat_runs`: an experiment is called a search, a trial a run. */
export function flatWords(text: string): string {
  return text.replace(named, (_, article: string | undefined, word: string, many: string) => {
    const other = flat[word.toLowerCase()] ?? word;
    const cased = word.startsWith(word.charAt(0).toLowerCase())
      ? other
      : other.charAt(0).toUpperCase() + other.slice(1);
    const plural = many && (other.endsWith('ch') ? 'es' : 's');
    return (article === undefined ? '' : `${article.charAt(0)} `) + cased + plural;
  });
}

// Every row of a table is said with it, and React Query would make this text of the key each time.
const clusterInfo = hashKey(callKey(getMasterRoute, {}));

/** As the switch stands now; a part of a page that is mounted is mounted anew when it changes (`app/shell`). */
function isFlat(): boolean {
  const info = queryClient.getQueryCache().get<ClusterInfo>(clusterInfo)?.state.data;
  const chosen = readSetting(chosenSwitches);
  return isSwitchedOn('flat_runs', { cluster: info?.featureSwitches ?? [], chosen, query: queryAtStart });
}

/**
 * A text in the words of the switch `flat_runs`, written in the classic ones: worded`Unable to pause experiment ${id}.`
 * What is put in stays as it is. To be evaluated when it is shown, not when its file is loaded.
 */
export function worded(texts: TemplateStringsArray, ...values: (string | number)[]): string {
  return String.raw({ raw: isFlat() ? flatTexts(texts) : texts }, ...values);
}

/** The texts of each place where something is said, which are the same each time. */
const known = new WeakMap<TemplateStringsArray, readonly string[]>();

function flatTexts(texts: TemplateStringsArray): readonly string[] {
  const said = known.get(texts) ?? texts.map(flatWords);
  known.set(texts, said);
  return said;
}

/** Of what is chosen or compared: a run is one with either switch. */
export const nounOf = (kind: 'experiment' | 'run'): string => (kind === 'run' ? kind : worded`experiment`);

export function useThingWords() {
  return {
    flat: useSwitch('flat_runs'),
    /** The workspace and project that everything is in that was put nowhere else. */
    uncategorized: isFlat() ? 'Uncategorized Runs' : 'Uncategorized Experiments',
    /** The tab of a project that has what was run in it. */
    projectTab: projectTab(),
  };
}

/** The tab of a project that has what was run in it. */
export const projectTab = () => (isFlat() ? 'runs' : 'experiments');
