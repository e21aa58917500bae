import { isAbsent, isObject, type Json, type JsonObject } from './json.ts';
import { asList, keyedList, type Node, node, type Place, text } from './node.ts';
import { object, omitted } from './object.ts';

const actions = ['cancel_retries', 'exclude_node'] as const;
export type LogPolicyAction = (typeof actions)[number];

export interface LogPolicy {
  name?: string;
  pattern?: string;
  action?: LogPolicyAction;
}

const action: Node<LogPolicyAction> = node([], {
  check(value, place) {
    if (actions.some((name) => name === bare(value))) return;
    place.report('must be one of "cancel_retries" or "exclude_node"');
  },
  read: bare,
});

/** Old configurations wrap the action: `{type: exclude_node}`. */
function bare(value: Json): Json {
  return isObject(value) && Object.keys(value).length === 1 ? (value.type ?? null) : value;
}

const policy = object(
  { name: omitted(text()), pattern: omitted(text()), action: omitted(action) },
  {
    check(value, place) {
      if (!isAbsent(value.name) || (!isAbsent(value.pattern) && !isAbsent(value.action))) return;
      place.report(
        '"name" must be set, and "pattern" is also required unless you intend to disable an existing policy',
      );
    },
  },
);

/** Policies without a name are older; pattern and action together tell them apart. */
function identity(each: JsonObject): string {
  return isAbsent(each.name) ? JSON.stringify([each.pattern ?? null, each.action ?? null]) : `name ${each.name}`;
}

const defaults: JsonObject[] = [
  { name: 'CUDA OOM', pattern: '.*CUDA out of memory.*' },
  { name: 'ECC Error', pattern: '.*uncorrectable ECC error encountered.*' },
];

const policies = keyedList(policy, identity);

/** What to do when a line of a task's log matches; a policy without a pattern switches off one of the same name. */
export const logPoliciesFormat: Node<LogPolicy[]> = {
  ...policies,
  filled: undefined,
  read(value, place) {
    const read = policies.read(value, place);
    reportDuplicates(asList(read), place);
    return read;
  },
  fill: (value) => policies.fill(policies.merge(value, defaults)),
};

function reportDuplicates(list: Json[], place: Place): void {
  const names = list.flatMap((each) => (isObject(each) && typeof each.name === 'string' ? [each.name] : []));
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) place.report(`log_policies have duplicated names "${twice}"`);
}
