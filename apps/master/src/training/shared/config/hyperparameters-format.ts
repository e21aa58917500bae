import { isObject, type Json, type JsonObject } from '#platform/config/format/json.ts';
import {
  anything,
  asObject,
  integer,
  list,
  map,
  type Node,
  node,
  number,
  oneOf,
  type Place,
} from '#platform/config/format/node.ts';
import { object, omitted, required } from '#platform/config/format/object.ts';

export interface IntHyperparameter {
  type: 'int';
  minval: number;
  maxval: number;
  count?: number;
}
export interface DoubleHyperparameter {
  type: 'double';
  minval: number;
  maxval: number;
  count?: number;
}
/** `minval` and `maxval` are exponents of `base`. */
export interface LogHyperparameter {
  type: 'log';
  base: number;
  minval: number;
  maxval: number;
  count?: number;
}
export interface CategoricalHyperparameter {
  type: 'categorical';
  vals: Json[];
}
export interface ConstHyperparameter {
  type: 'const';
  val: Json;
}
export type Hyperparameter =
  | IntHyperparameter
  | DoubleHyperparameter
  | LogHyperparameter
  | CategoricalHyperparameter
  | ConstHyperparameter;
/** Names to hyperparameters; an object without `type` is a further level, its names joined by `.` when flattened. */
export interface Hyperparameters {
  [name: string]: Hyperparameter | Hyperparameters;
}

const badType = `if a hyperparameter object's ["type"] is set, it must be one of "int", "double", "log", const", or "categorical"`;

const type = required(oneOf(['int', 'double', 'log', 'categorical', 'const']));
const count = omitted(integer({ min: 1 }));
const rising = {
  check({ minval, maxval }: JsonObject, place: Place): void {
    if (typeof minval !== 'number' || typeof maxval !== 'number' || minval < maxval) return;
    place.report('minval must be less than maxval');
  },
};

const leaves = new Map<Json | undefined, Node<unknown>>([
  ['int', object({ type, minval: required(integer()), maxval: required(integer()), count }, rising)],
  ['double', object({ type, minval: required(number()), maxval: required(number()), count }, rising)],
  [
    'log',
    object(
      { type, base: required(number({ above: 0 })), minval: required(number()), maxval: required(number()), count },
      rising,
    ),
  ],
  ['categorical', object({ type, vals: required(list(anything)) })],
  ['const', object({ type, val: required(anything) })],
]);

const isLeaf = (value: Json): value is JsonObject => isObject(value) && Object.hasOwn(value, 'type');

const hyperparameter: Node<Hyperparameter | Hyperparameters> = node([], {
  check(value, place) {
    if (!isObject(value)) return;
    if (!isLeaf(value)) return hyperparametersFormat.check(value, place);
    const leaf = leaves.get(value.type);
    if (leaf === undefined) place.report(badType);
    else leaf.check(value, place);
  },
  read(value, place) {
    if (isLeaf(value)) return value;
    return isObject(value) ? hyperparametersFormat.read(value, place) : { type: 'const', val: value };
  },
  merge: (over, under) =>
    isLeaf(over) || isLeaf(under) || !isObject(over) || !isObject(under)
      ? over
      : hyperparametersFormat.merge(over, under),
  fill(value) {
    if (!isLeaf(value)) return hyperparametersFormat.fill(value);
    return leaves.get(value.type)?.fill(value) ?? value;
  },
});

export const hyperparametersFormat: Node<Hyperparameters> = { ...map(hyperparameter), filled: undefined };

/** A grid needs to know how many points a range has, also inside lists. */
export function checkGridCounts(value: Json, place: Place): void {
  if (Array.isArray(value)) {
    value.forEach((each, i) => {
      checkGridCounts(each, place.index(i));
    });
    return;
  }
  if (!isObject(value)) return;
  if (!isLeaf(value)) {
    for (const [name, inner] of Object.entries(asObject(value))) checkGridCounts(inner, place.key(name));
  } else if (value.type === 'const') {
    checkGridCounts(value.val ?? null, place);
  } else if (value.type !== 'categorical' && (value.count ?? null) === null) {
    place.report('grid search is in use but count was not provided');
  }
}
