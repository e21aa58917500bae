import { defaultStringifySearch } from '@tanstack/react-router';

/** What stands after the path: a list of numbers as a parameter a number (`id=1&id=2`), the rest as the router has it. */
export function searchText(search: Record<string, unknown>): string {
  const lists = Object.entries(search).filter(isNumbers);
  const others = Object.fromEntries(Object.entries(search).filter((entry) => !isNumbers(entry)));
  const repeated = lists
    .flatMap(([key, numbers]) => numbers.map((one) => `${encodeURIComponent(key)}=${one}`))
    .join('&');
  const rest = defaultStringifySearch(others);
  if (repeated === '') return rest;
  return rest === '' ? `?${repeated}` : `${rest}&${repeated}`;
}

const isNumbers = (entry: [string, unknown]): entry is [string, number[]] =>
  Array.isArray(entry[1]) && entry[1].length > 0 && entry[1].every((one) => typeof one === 'number');
