import type { ComparedPath } from '@determined/contract/training/compare-ext-routes.ts';
import { hashText, valueText } from '../shared/compared.ts';

/** Besides its name; more would be the table of details. */
const mostSaid = 2;

type Path = Pick<ComparedPath, 'part' | 'path' | 'values'>;

const isCode = ({ part }: Path) => Number(part === 'code');

/** How a setting is called among others. */
export interface SettingName {
  /** The fewest values in which it differs from each of the others: "lr 0.1 · no ema". */
  name: string;
  /** These values alone, for where there is little room: "0.1 · no ema". */
  short: string;
  /** In what else the settings differ; empty where that is nothing. */
  rest: string;
}

/** A name for each setting, given the paths in which they differ, with a value for each of them. */
export function settingNames(paths: readonly Path[], count: number): SettingName[] {
  return Array.from({ length: count }, (_, at) => {
    const telling: Path[] = [];
    let others = [...new Array(count).keys()].filter((other) => other !== at);
    const alike = ({ values }: Pick<ComparedPath, 'values'>) => others.filter((other) => values[other] === values[at]);
    while (others.length > 0) {
      // A hash says the least of what somebody has set.
      const [best] = paths
        .filter((one) => alike(one).length < others.length)
        .toSorted((a, b) => isCode(a) - isCode(b) || alike(a).length - alike(b).length);
      if (!best) break;
      telling.push(best);
      others = alike(best);
    }
    const value = ({ part, values }: Path) => (part === 'code' ? hashText : valueText)(values[at] ?? null);
    const lacks = ({ values }: Path) => (values[at] ?? null) === null;
    const said = (one: Path) => (lacks(one) ? `no ${one.path}` : `${one.path} ${value(one)}`);
    const rest = paths.filter((one) => !telling.includes(one));
    const more = rest.length - mostSaid;
    return {
      name: telling.map(said).join(' · ') || 'All of them',
      short: telling.map((one) => (lacks(one) ? said(one) : value(one))).join(' · ') || 'All of them',
      rest: [...rest.slice(0, mostSaid).map(said), ...(more > 0 ? [`${more} more`] : [])].join(' · '),
    };
  });
}
