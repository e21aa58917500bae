import { textOfError } from '@determined/contract/errors.ts';
import type { EnvironmentSpec, Environments } from '@determined/launchers/python/environments.ts';
import { installStep } from '@determined/launchers/python/python-environment.ts';
import { sql } from 'kysely';
import { publish } from '#platform/bus/bus.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { Master } from '#platform/master.ts';
import { engines } from '../../../cluster/resource-managers/shared/resource-managers.ts';
import {
  claimMaking,
  forgetMaking,
  forgetUnused,
  type Making,
  readMakings,
  tellMaking,
} from '../../environments/shared/environment-store.ts';
import { appendMasterLines } from '../../logs/shared/append-master-line.ts';
import { queueChanged } from '../allocation-events.ts';
import type { Reach } from './reached-places.ts';

/** So often what is being made is told: its lines, and that its master is still at it. */
const tellMs = 1000;
/** Of a making's lines, to so many logs: a search may wait with thousands of trials. */
const mostTold = 16;

const keyOf = (id: string, place: string) => `${place}/${id}`;

/** What waits for one environment here. */
interface Wanted {
  spec: EnvironmentSpec;
  /** The tasks in whose logs it is told. */
  tasks: string[];
  latest: string;
}

/**
 * Makes the environments that work waits for at one launcher, before that work is given its places: what its machines lack
 * and nobody else is at. All it knows is in the rows and at the launcher, so it goes on from there after any break.
 */
export class EnvironmentDriver {
  private readonly master: Master;
  private readonly reach: Reach;
  private readonly environments: Environments;
  private readonly making = new Map<string, { stop: AbortController; done: Promise<void>; wanted: Wanted }>();
  private clear = false;
  private working: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;
  private unwatch = () => {};

  constructor(master: Master, reach: Reach, environments: Environments) {
    this.master = master;
    this.reach = reach;
    this.environments = environments;
  }

  start(): void {
    this.unwatch = this.master.bus.subscribe(queueChanged, () => this.wake());
    this.timer = setInterval(() => this.wake(), 1000);
    this.wake();
  }

  /** What is being made is given up, and made anew by whoever comes next. */
  async stop(): Promise<void> {
    this.unwatch();
    clearInterval(this.timer);
    this.timer = undefined;
    await this.working;
    for (const { stop } of this.making.values()) stop.abort();
    await Promise.all([...this.making.values()].map(({ done }) => done));
  }

  private wake(): void {
    if (this.timer === undefined) return;
    this.working ??= this.work()
      .catch((error: unknown) => this.master.log.error({ err: error }, 'environments could not be seen to'))
      .finally(() => {
        this.working = undefined;
      });
  }

  private async work(): Promise<void> {
    const { manager } = this.reach;
    if (!manager.launcher.readiness().ready) return;
    const places = await this.places();
    if (!this.clear) await this.clearUp(places);
    const wanted = await this.wanted();
    for (const one of this.making.values()) {
      const still = wanted.get(one.wanted.spec.id);
      if (still) one.wanted = still;
      else one.stop.abort();
    }
    if (wanted.size === 0) return;
    const makings = await readMakings(this.master.db);
    for (const one of wanted.values()) {
      for (const place of places) await this.beginUnlessThere(place, one, makings.get(one.spec.id)?.get(place));
    }
  }

  private async beginUnlessThere(place: string, wanted: Wanted, known: Making | undefined): Promise<void> {
    const { spec, latest } = wanted;
    if (this.making.has(keyOf(spec.id, place)) || this.making.size >= this.environments.bounds.atOnce) return;
    if (known?.state === 'MAKING' && !known.silent) return;
    // What was asked for after a failure is worth another try.
    if (known?.state === 'FAILED' && Date.parse(known.seen_at) >= Date.parse(latest)) return;
    if (known?.state === 'READY' && (await this.environments.has(spec))) return;
    if (await claimMaking(this.master.db, this.master.masterId, spec.id, place)) this.begin(place, wanted);
  }

  /** The machines, or the engine as a whole. */
  private async places(): Promise<string[]> {
    const { launcher, name } = this.reach.manager;
    return launcher.placesWork ? [name] : (await launcher.nodes()).map(({ id }) => id);
  }

  /** What work waits for or was just given a place for, in the order in which it came. */
  private async wanted(): Promise<Map<string, Wanted>> {
    const { master, reach } = this;
    const others = engines(master).flatMap(({ pools }) => pools ?? []);
    const pools = master.config.resource_pools.map(({ pool_name }) => pool_name);
    const served = reach.manager.pools ?? pools.filter((pool) => !others.includes(pool));
    const rows = await master.db
      .selectFrom('allocations as a')
      .innerJoin('tasks as t', 't.id', 'a.task_id')
      .innerJoin('task_environments as e', 'e.id', 't.environment_id')
      .select(['e.id', 'e.requirements', 'e.index_url'])
      .select(sql<string[]>`array_agg(t.id order by a.requested_at, t.id)`.as('tasks'))
      .select(({ fn }) => fn.max('a.requested_at').as('latest'))
      .where('a.state', 'in', ['PENDING', 'ASSIGNED'])
      .where('a.resource_pool', 'in', served)
      .groupBy('e.id')
      .orderBy(({ fn }) => fn.min('a.requested_at'))
      .execute();
    return new Map(
      rows.map(({ id, requirements, index_url: index, tasks, latest }) => [
        id,
        { spec: { id, requirements, index }, tasks: tasks.slice(0, mostTold), latest },
      ]),
    );
  }

  private begin(place: string, wanted: Wanted): void {
    const key = keyOf(wanted.spec.id, place);
    const stop = new AbortController();
    const done = this.make(place, wanted.spec, stop)
      .catch((error: unknown) => this.master.log.error({ err: error }, 'how an environment was made is not stored'))
      .finally(() => {
        this.making.delete(key);
        this.wake();
      });
    this.making.set(key, { stop, done, wanted });
  }

  private async make(place: string, spec: EnvironmentSpec, stop: AbortController): Promise<void> {
    const { db, masterId } = this.master;
    const log = (level: 'INFO' | 'ERROR', some: readonly string[]) => this.log(keyOf(spec.id, place), level, some);
    const key = { environment_id: spec.id, place };
    let lines = [`Making the Python environment ${spec.id} on ${place}`];
    let told = '';
    const flush = async () => {
      const some = lines;
      lines = [];
      await log('INFO', some);
      if (!(await tellMaking(db, masterId, { ...key, state: 'MAKING', told }))) stop.abort();
    };
    let flushing: Promise<void> = Promise.resolve();
    const timer = setInterval(() => {
      flushing = flushing
        .then(flush)
        .catch((error: unknown) => this.master.log.warn({ err: error }, 'a making could not be told'));
    }, tellMs);
    const tell = (line: string) => {
      told = installStep(line) ?? told;
      if (line.trim() !== '') lines.push(line);
    };
    try {
      await this.environments.make(spec, { tell, signal: stop.signal });
      clearInterval(timer);
      await flushing;
      await log('INFO', [...lines, 'The Python environment is ready.']);
      await tellMaking(db, masterId, { ...key, state: 'READY', told: '' });
      await this.makeRoom(place);
    } catch (error) {
      clearInterval(timer);
      await flushing;
      if (stop.signal.aborted) return await forgetMaking(db, spec.id, place);
      const reason = textOfError(error);
      await log('INFO', lines);
      await log('ERROR', [`The Python environment could not be made: ${reason}`]);
      await tellMaking(db, masterId, { ...key, state: 'FAILED', told: reason });
    } finally {
      clearInterval(timer);
    }
    await inTransaction(db, async (tx) => publish(tx, queueChanged, {}));
  }

  private async log(key: string, level: 'INFO' | 'ERROR', lines: readonly string[]): Promise<void> {
    const tasks = this.making.get(key)?.wanted.tasks ?? [];
    if (tasks.length === 0 || lines.length === 0) return;
    await inTransaction(this.master.db, async (tx) => {
      for (const text of lines)
        await appendMasterLines(
          this.master,
          tx,
          tasks.map((taskId) => ({ taskId, level, text: text.slice(0, 2000) })),
        );
    });
  }

  /** What an earlier process left behind. */
  private async clearUp(here: readonly string[]): Promise<void> {
    const makings = await readMakings(this.master.db);
    const others = [...makings.values()].flatMap((places) => {
      const made = here.some((place) => places.get(place)?.state === 'MAKING' && !places.get(place)?.silent);
      return made ? [...places.values()].map(({ environment_id }) => environment_id) : [];
    });
    await this.environments.clearUp(others);
    // What another master is at may be left, too, once nothing is heard of that one.
    this.clear = others.length === 0;
  }

  /** Removes the longest unused while all together are over their bound, none that anybody waits for or runs in. */
  private async makeRoom(place: string): Promise<void> {
    const all = await this.environments.list();
    let sum = all.reduce((bytes, one) => bytes + one.bytes, 0);
    for (const { name, id, bytes } of all) {
      if (sum <= this.environments.bounds.totalBytes) return;
      if (!(await forgetUnused(this.master.db, id, place))) continue;
      if (await this.environments.remove(name)) sum -= bytes;
    }
  }
}
