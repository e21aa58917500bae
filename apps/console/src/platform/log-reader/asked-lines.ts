import type { LogFilter } from '#ui/log-viewer/log-filter.ts';

/** A field's values as a call takes them; undefined for no condition. */
export const chosenValues = ({ choices }: LogFilter, key: string): string[] | undefined =>
  choices[key]?.length ? [...choices[key]] : undefined;

/** What calls that look for lines are asked, whatever the log. */
export const askedLines = (filter: LogFilter) => ({
  ...(filter.text && { text: filter.text }),
  ...(filter.regex && { regex: filter.regex }),
  since: filter.since,
  until: filter.until,
  levels: chosenValues(filter, 'level'),
});
