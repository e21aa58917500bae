import { useSwitch } from './feature-switches.ts';

const classic = { experiment: 'experiment', experiments: 'experiments', trial: 'trial', trials: 'trials' } as const;
const flat = { experiment: 'search', experiments: 'searches', trial: 'run', trials: 'runs' } as const;

export type Thing = keyof typeof classic;

/** What the console calls a thing: with `flat_runs` an experiment is a search, and a trial a run. */
export const thingWord = (thing: Thing, flatRuns: boolean): string => (flatRuns ? flat : classic)[thing];

/** At the beginning of a line. */
export function thingTitle(thing: Thing, flatRuns: boolean): string {
  const word = thingWord(thing, flatRuns);
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** The workspace and project that everything is in that was put nowhere else. */
export const uncategorizedTitle = (flatRuns: boolean): string =>
  flatRuns ? 'Uncategorized Runs' : 'Uncategorized Experiments';

export function useThingWords() {
  const flatRuns = useSwitch('flat_runs');
  return {
    flat: flatRuns,
    word: (thing: Thing) => thingWord(thing, flatRuns),
    title: (thing: Thing) => thingTitle(thing, flatRuns),
    uncategorized: uncategorizedTitle(flatRuns),
    /** The tab of a project that has what was run in it. */
    projectTab: flatRuns ? 'runs' : 'experiments',
  };
}
