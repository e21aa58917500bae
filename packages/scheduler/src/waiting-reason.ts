/** Other jobs that wait and come first: how many, and the first ten of them. */
export interface Ahead {
  ahead: number;
  behind: string[];
}

/** The slots that are held, by how many jobs, and the first ten of these. */
export interface Holders {
  held: number;
  holders: number;
  heldBy: string[];
}

/** Why a request has not started, with the figures a person needs to judge it or to do something about it. */
export type WaitingReason =
  | { kind: 'no-agents'; pool: string }
  /** Can never run here, however empty the pool is. */
  | { kind: 'too-large'; need: number; largestAgent: number; total: number; singleAgent: boolean }
  /** Could run if the agents or slots that are switched off were on. */
  | { kind: 'disabled'; need: number; enabled: number; total: number }
  /** Could run on agents that were ruled out for it. */
  | { kind: 'blocked-agents'; need: number; agents: string[] }
  /** Its own job's limit. */
  | { kind: 'max-slots'; need: number; used: number; limit: number }
  | ({ kind: 'slots'; need: number; free: number } & Holders & Ahead)
  /** Enough slots are free, but scattered. */
  | ({ kind: 'fragmented'; need: number; free: number; largestFree: number; singleAgent: boolean } & Ahead)
  | ({ kind: 'aux-full'; running: number; capacity: number } & Ahead)
  /** There is room, but it is kept for more important requests. */
  | ({
      kind: 'higher-priority';
      need: number;
      free: number;
      backfill: 'off' | 'not-preemptible' | 'freeing' | 'reserved';
    } & Ahead)
  /** There is room for it, but it would have more than its job's fair share: which has and starts `used` slots. */
  | { kind: 'fair-share'; need: number; used: number; share: number }
  /** Its slots are being made free. */
  | { kind: 'preempting'; need: number; releasing: string[] };

type NameOf = (jobId: string) => string;

/** One sentence for people. Jobs are only counted, unless `nameOf` gives the names that the reader may see. */
export function explainWaiting(reason: WaitingReason, nameOf?: NameOf): string {
  switch (reason.kind) {
    case 'no-agents':
      return `No agent is connected to the resource pool ${reason.pool}.`;
    case 'too-large':
      return `It can't run in this resource pool: ${tooLarge(reason)}.`;
    case 'disabled':
      if (reason.need === 0) return 'The agents that take tasks without slots are disabled.';
      return `It needs ${slots(reason.need)}, but of the pool's ${slots(reason.total)} only ${reason.enabled} ${are(reason.enabled)} enabled.`;
    case 'blocked-agents':
      return `It may not run on ${list(reason.agents)}, and the rest of the pool is too small for it.`;
    case 'max-slots':
      return reason.need > reason.limit
        ? `It needs ${slots(reason.need)}, but its job is limited to ${reason.limit}.`
        : `Its job is limited to ${slots(reason.limit)}; its other parts have or await ${reason.used}, and this one needs ${reason.need}.`;
    case 'slots':
      return `It needs ${slots(reason.need)}, ${reason.free} ${are(reason.free)} free${held(reason, nameOf)}${queue(reason)}.`;
    case 'fragmented':
      return `It needs ${slots(reason.need)}${reason.singleAgent ? ' on one agent' : ''}; ${reason.free} are free, but at most ${reason.largestFree} on one agent${queue(reason)}.`;
    case 'aux-full':
      if (reason.capacity === 1) return `The one place for tasks without slots is taken${queue(reason)}.`;
      return `All ${reason.capacity} places for tasks without slots are taken${queue(reason)}.`;
    case 'higher-priority':
      if (reason.ahead === 0) return 'There is room for it, but earlier parts of its own job come first.';
      return `There is room for it, but ${waitingAhead(reason)} first${keptFor(reason)}.`;
    case 'fair-share':
      return `There is room for it, but its job's share of the pool is ${slots(reason.share)} now: it has ${reason.used}, and this needs ${reason.need}.`;
    case 'preempting':
      return `Its slots are being freed: it starts when ${jobs(reason.releasing, nameOf)} ${
        reason.releasing.length === 1 ? 'has' : 'have'
      } stopped.`;
  }
}

function keptFor({ backfill, ahead }: Extract<WaitingReason, { kind: 'higher-priority' }>): string {
  const them = ahead === 1 ? 'it' : 'them';
  switch (backfill) {
    case 'off':
      return `, and this pool starts nothing past ${them}`;
    case 'not-preemptible':
      return `, and only what can be preempted may start past ${them}`;
    case 'freeing':
      return `, and slots are being freed for ${them}`;
    case 'reserved':
      return '';
  }
}

function tooLarge(reason: Extract<WaitingReason, { kind: 'too-large' }>): string {
  const { need, largestAgent, total, singleAgent } = reason;
  if (need === 0) return 'its agents take no tasks without slots';
  if (need > total) return `it needs ${slots(need)} and the pool has ${total}`;
  if (singleAgent) return `it needs ${slots(need)} on one agent and the largest has ${largestAgent}`;
  return `it needs ${slots(need)}, the largest agent has ${largestAgent}, and whole agents don't add up to ${need}`;
}

function held(reason: Extract<WaitingReason, { kind: 'slots' }>, nameOf?: NameOf): string {
  if (reason.held === 0) return '';
  return ` and ${reason.held} ${are(reason.held)} held by ${jobs(reason.heldBy, nameOf, reason.holders)}`;
}

function queue(reason: Ahead): string {
  return reason.ahead === 0 ? '' : `; ${waitingAhead(reason)} first`;
}

function waitingAhead({ ahead }: Ahead): string {
  return ahead === 1 ? '1 waiting job comes' : `${ahead} waiting jobs come`;
}

function slots(count: number): string {
  return count === 1 ? '1 slot' : `${count} slots`;
}

function are(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** `ids` may be only the first of `count`. */
function jobs(ids: string[], nameOf?: NameOf, count = ids.length): string {
  if (nameOf !== undefined) return list(ids.map(nameOf), count);
  return count === 1 ? '1 job' : `${count} jobs`;
}

/** The first few of `count` names. */
function list(names: string[], count = names.length): string {
  if (count > 3) return `${names.slice(0, 2).join(', ')} and ${count - 2} more`;
  return count < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
