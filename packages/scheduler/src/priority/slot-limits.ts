import type { AllocationRequest, Preemption } from '../scheduling-types.ts';
import type { WaitingReason } from '../waiting-reason.ts';

/** Holds jobs to their `maxSlots`. */
export class SlotLimits {
  readonly #used = new Map<string, number>();

  constructor(queue: readonly AllocationRequest[]) {
    for (const request of queue) if (request.running !== null) this.#add(request);
  }

  /**
   * Asked for pending requests in queue order; takes the slots off what the job has left. A request that then finds no
   * room keeps its share, so that a job's requests don't overtake each other.
   */
  admit(request: AllocationRequest): boolean {
    const { id, maxSlots } = request.job;
    if (maxSlots !== null && (this.#used.get(id) ?? 0) + request.slots > maxSlots) return false;
    this.#add(request);
    return true;
  }

  /** For a request that was not admitted, when all have been asked. */
  whyHeld({ job, slots }: AllocationRequest): WaitingReason {
    const used = this.#used.get(job.id) ?? 0;
    return { kind: 'max-slots', need: slots, used, limit: job.maxSlots ?? used };
  }

  #add({ job, slots }: AllocationRequest): void {
    this.#used.set(job.id, (this.#used.get(job.id) ?? 0) + slots);
  }
}

/** What has to go where a limit was lowered below the slots already held: the job's latest requests first. */
export function overTheLimit(queue: readonly AllocationRequest[]): Preemption[] {
  const used = new Map<string, number>();
  const staying = queue.filter(({ running, slots }) => running !== null && !running.releasing && slots > 0);
  for (const { job, slots } of staying) used.set(job.id, (used.get(job.id) ?? 0) + slots);
  const preempt: Preemption[] = [];
  for (const request of staying.toReversed()) {
    const { id, maxSlots } = request.job;
    const held = used.get(id) ?? 0;
    if (maxSlots === null || held <= maxSlots || !request.preemptible) continue;
    preempt.push({ request, because: { kind: 'max-slots', limit: maxSlots, used: held } });
    used.set(id, held - request.slots);
  }
  return preempt;
}
