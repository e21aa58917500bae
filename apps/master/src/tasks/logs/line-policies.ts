import { RE2JS, RE2JSException } from 're2js';
import type { LogPolicy, LogPolicyAction } from '#platform/config/format/log-policies.ts';
import { takingTurns } from '#platform/turns.ts';
import type { LogLine } from './log-line.ts';

/** A policy that watches lines. */
export interface LinePolicy {
  /** Its place in the configuration's list. */
  place: number;
  name: string | null;
  pattern: string;
  action: LogPolicyAction | null;
  matches(text: string): boolean;
}

/** A line of a post that a policy matched. */
export interface PolicyMatch {
  index: number;
  policy: LinePolicy;
}

/** Steps that a line may cost a policy, some hundredths of a second: the longer the pattern, the less text is read. */
const mostSteps = 400_000;
/** The platform writes a task's configuration into its log, patterns and all. */
const dumpMark = '"log_policies":';

/** The policies of a configuration that have a pattern; one that is no regular expression matches nothing. */
export function linePolicies(policies: readonly LogPolicy[]): LinePolicy[] {
  return policies.flatMap(({ name, pattern, action }, place) => {
    const matches = pattern ? knownMatcher(pattern) : undefined;
    return pattern && matches ? [{ place, name: name ?? null, pattern, action: action ?? null, matches }] : [];
  });
}

type Matcher = LinePolicy['matches'];

/** A search's trials share their patterns, and what has been compiled of them. */
const matchers = new Map<string, Matcher | undefined>();

function knownMatcher(pattern: string): Matcher | undefined {
  if (matchers.has(pattern)) return matchers.get(pattern);
  if (matchers.size > 500) matchers.clear();
  const made = matcher(pattern);
  matchers.set(pattern, made);
  return made;
}

const plainText = /^(?:\.\*)*([^\\.+*?()[\]{}|^$\n]+)(?:\.\*)*$/;

/** An RE2 pattern anywhere in the text: its time is linear in the text. Most are a plain text between `.*`. */
function matcher(pattern: string): Matcher | undefined {
  const plain = plainText.exec(pattern)?.[1];
  if (plain !== undefined) return (text) => text.includes(plain);
  try {
    const compiled = RE2JS.compile(pattern);
    const mostText = Math.max(1, Math.floor(mostSteps / compiled.programSize()));
    return (text) => compiled.test(text.slice(0, mostText));
  } catch (error) {
    if (error instanceof RE2JSException) return undefined;
    throw error;
  }
}

/** Lines that no agent sent are left out, as is the dump of the configuration. Others get their turn in between. */
export async function matchLines(policies: readonly LinePolicy[], lines: readonly LogLine[]): Promise<PolicyMatch[]> {
  const matches: PolicyMatch[] = [];
  const turn = takingTurns();
  for (const [index, { agentId, text }] of lines.entries()) {
    if (agentId === null || text.includes(dumpMark)) continue;
    for (const policy of policies) {
      if (policy.matches(text)) matches.push({ index, policy });
      const others = turn();
      if (others) await others;
    }
  }
  return matches;
}
