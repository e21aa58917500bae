import { isAbsent, type JsonObject, own } from './json.ts';
import { anything, asObject, type Node, node, text } from './node.ts';
import { eventually, type Fields, type Filled, type ObjectRules, object, optional } from './object.ts';

export interface UnionOptions<K extends string, C extends Fields, M extends Record<string, Fields>> {
  /** The key that says which member it is. */
  key: K;
  message: string;
  common: C;
  members: M;
  rules?: { [N in keyof M]?: ObjectRules };
  /** Members that only old configurations have: parsed without looking inside, refused by the caller. */
  removed?: readonly string[];
}

export type FilledUnion<K extends string, C extends Fields, M extends Record<string, Fields>> = {
  [N in keyof M]: { [key in K]: N } & Filled<C> & Filled<M[N]>;
}[keyof M];

/** Objects told apart by one key. A layer may leave the key out; then it speaks about the common fields of any member. */
export function union<K extends string, C extends Fields, M extends Record<string, Fields>>(
  options: UnionOptions<K, C, M>,
): Node<FilledUnion<K, C, M>> {
  const { key, common, removed = [] } = options;
  const tag: Fields = { [key]: eventually(text()) };
  const shared = object({ ...tag, ...common }, { open: true });
  const ofAnyMember = Object.values(options.members).flatMap((fields) => Object.keys(fields));
  const undecided = object({
    ...Object.fromEntries(ofAnyMember.map((name) => [name, optional(anything)])),
    ...tag,
    ...common,
  });
  const members = new Map(
    Object.entries(options.members).map(([name, fields]) => [
      name,
      object({ ...tag, ...common, ...fields }, options.rules?.[name]),
    ]),
  );
  const memberOf = (value: JsonObject) => members.get(String(own(value, key)));
  const known = (value: JsonObject) =>
    memberOf(value) ?? (removed.some((name) => name === own(value, key)) ? shared : undefined);

  return node(['object'], {
    check(json, place) {
      const value = asObject(json);
      const chosen = known(value);
      if (chosen !== undefined) return chosen.check(value, place);
      if (!Object.hasOwn(value, key)) return undecided.check(value, place);
      undecided.check({ ...value, [key]: null }, place);
      place.report(options.message);
    },
    read: (json, place) => (known(asObject(json)) ?? shared).read(json, place),
    merge(overJson, underJson) {
      const over = asObject(overJson);
      const under = asObject(underJson);
      const own1 = own(over, key);
      const own2 = own(under, key);
      if (isAbsent(own1) || isAbsent(own2) || own1 === own2) {
        return (memberOf(over) ?? memberOf(under) ?? shared).merge(over, under);
      }
      // Another member: only what all members share is taken from the weaker layer.
      const sharedPart = Object.fromEntries(Object.entries(under).filter(([name]) => Object.hasOwn(common, name)));
      return shared.merge(over, sharedPart);
    },
    fill(json) {
      const chosen = known(asObject(json));
      if (chosen !== undefined) return chosen.fill(json);
      const { [key]: _tag, ...rest } = asObject(shared.fill(json));
      return rest;
    },
    complete(json, place) {
      // The shared part reports by itself too, so a common field that is missing stands twice, as clients know it.
      shared.complete(json, place);
      memberOf(asObject(json))?.complete(json, place);
    },
  });
}
