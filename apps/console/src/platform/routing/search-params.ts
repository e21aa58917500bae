/** Readers for `validateSearch`: whatever stands in the address, the page gets something it can use. */
type Raw = Record<string, unknown>;

export function oneOf<const Value extends string>(raw: Raw, key: string, values: readonly Value[]): Value | undefined {
  return values.find((value) => value === String(raw[key]));
}

export function flag(raw: Raw, key: string): true | undefined {
  return raw[key] === true || raw[key] === 'true' || raw[key] === 1 ? true : undefined;
}

export function wholeNumber(raw: Raw, key: string, least = 0): number | undefined {
  const number = Number(raw[key]);
  return raw[key] !== undefined && Number.isSafeInteger(number) && number >= least ? number : undefined;
}

export function numberWithin(raw: Raw, key: string, least: number, most: number): number | undefined {
  const number = Number(raw[key]);
  return raw[key] !== undefined && number >= least && number <= most ? number : undefined;
}

/** The number that a part of a path names; undefined for what is none. */
export function numberOf(part: string | undefined): number | undefined {
  return part !== undefined && /^\d+$/.test(part) ? Number(part) : undefined;
}

export function text(raw: Raw, key: string): string | undefined {
  const value = raw[key];
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

/** A list of texts; what else stands there is left out. */
export function texts(raw: Raw, key: string): string[] | undefined {
  const list = [raw[key]].flat().flatMap((value) => (value === undefined || value === null ? [] : [String(value)]));
  return list.length > 0 ? list : undefined;
}

/** A list of ids. */
export function ids(raw: Raw, key: string): number[] | undefined {
  const list = texts(raw, key)
    ?.map(numberOf)
    .filter((id) => id !== undefined);
  return list?.length ? list : undefined;
}

/** What stands there as JSON; what it holds is for its reader to check. */
export function structure(raw: Raw, key: string): object | undefined {
  const value = raw[key];
  return typeof value === 'object' && value !== null ? value : undefined;
}

/** Marks every parameter as one that links may leave out; wrap what `validateSearch` returns. */
export function optional<Params extends object>(params: Params): Partial<Params> {
  return params;
}
