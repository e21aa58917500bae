/** Time as an argument, so that engines can be tested by simulation. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
