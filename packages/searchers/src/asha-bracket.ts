import type { BracketPlan } from './asha-brackets.ts';
import type { CreateOperation, StopOperation } from './search-method.ts';

/** What has been reported at one rung, the best first: two lists of one length, because they are stored and grow long. */
export interface RungState {
  values: number[];
  /** Whose values they are: the trials' places in the order of their creation. */
  trials: number[];
}

export interface BracketState {
  rungs: RungState[];
  created: number;
  completed: number;
  invalid: number;
  /** Trials that have not exited: their place in the order of creation, and the rung that they are at. */
  live: { requestId: string; trial: number; rung: number }[];
}

/** Ranks behind everything that was measured. JSON has no infinity. */
const WORST = Number.MAX_VALUE;

/**
 * One tournament of asynchronous successive halving: at each rung a trial goes on if it is among the best 1/divisor of
 * those that have come so far, else it is stopped and another one begins. Decisions are final. Facts: platform semantics 2.5.
 */
export class AshaBracket {
  private readonly plan: BracketPlan;
  private readonly divisor: number;
  private readonly create: () => CreateOperation;
  private readonly live: Map<string, BracketState['live'][number]>;
  readonly state: BracketState;

  constructor(plan: BracketPlan, divisor: number, create: () => CreateOperation, saved: BracketState | undefined) {
    this.plan = plan;
    this.divisor = divisor;
    this.create = create;
    this.state = saved ?? {
      rungs: plan.units.map(() => ({ values: [], trials: [] })),
      created: 0,
      completed: 0,
      invalid: 0,
      live: [],
    };
    this.live = new Map(this.state.live.map((trial) => [trial.requestId, trial]));
  }

  initialTrials(): CreateOperation[] {
    return Array.from({ length: this.plan.initial }, () => this.begin());
  }

  /** @param value the smaller the better. Undefined where the report comes too early to say anything. */
  validated(requestId: string, time: number, value: number): (CreateOperation | StopOperation)[] | undefined {
    const trial = this.of(requestId);
    const { rungs } = this.state;
    const step = Math.trunc(time);
    const ranked = Number.isNaN(value) ? WORST : Math.min(Math.max(value, -WORST), WORST);
    for (let judged = false; ; judged = true) {
      // The rung that a trial is at is always one of the plan's.
      if (!(step >= (this.plan.units[trial.rung] as number))) return judged ? [] : undefined;
      const place = insert(rungs[trial.rung] as RungState, trial.trial, ranked);
      const reported = (rungs[trial.rung] as RungState).values.length;
      const isTop = trial.rung === rungs.length - 1;
      if (isTop || place >= Math.max(Math.trunc(reported / this.divisor), 1)) {
        return [{ kind: 'stop', requestId }, ...this.next()];
      }
      trial.rung += 1;
    }
  }

  /** The trial's hyperparameters can't be run: as if it had never been, another one takes its place. */
  invalid(requestId: string): (CreateOperation | StopOperation)[] {
    const { trial, rung } = this.of(requestId);
    for (const reached of this.state.rungs.slice(0, rung + 1)) remove(reached, trial);
    this.state.invalid += 1;
    return [{ kind: 'stop', requestId }, this.begin()];
  }

  failed(requestId: string): CreateOperation[] {
    const { trial, rung } = this.of(requestId);
    insert(this.state.rungs[rung] as RungState, trial, WORST);
    return this.next();
  }

  exited(requestId: string): void {
    this.live.delete(requestId);
    this.state.completed += 1;
  }

  /** 0 to 1. */
  progress(): number {
    const { trials } = this.plan;
    const begun = this.state.rungs[0]?.values.length ?? 0;
    const share = begun / (1.2 * trials);
    const done = begun === trials ? Math.max((this.state.completed - this.state.invalid) / trials, share) : share;
    return Math.min(done, 1);
  }

  save(): BracketState {
    return { ...this.state, live: [...this.live.values()] };
  }

  private begin(): CreateOperation {
    const operation = this.create();
    const { requestId } = operation;
    this.live.set(requestId, { requestId, trial: this.state.created, rung: 0 });
    this.state.created += 1;
    return operation;
  }

  private next(): CreateOperation[] {
    return this.state.created - this.state.invalid < this.plan.trials ? [this.begin()] : [];
  }

  private of(requestId: string) {
    const trial = this.live.get(requestId);
    if (trial === undefined) throw new Error(`no trial ${requestId} in this bracket`);
    return trial;
  }
}

/** Before the first entry that is not better: who comes later wins a tie. Gives the place. */
function insert({ values, trials }: RungState, trial: number, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] as number) >= value) high = middle;
    else low = middle + 1;
  }
  values.splice(low, 0, value);
  trials.splice(low, 0, trial);
  return low;
}

function remove(rung: RungState, trial: number): void {
  for (let at = rung.trials.indexOf(trial); at >= 0; at = rung.trials.indexOf(trial, at)) {
    rung.values.splice(at, 1);
    rung.trials.splice(at, 1);
  }
}
