import { createContext } from 'react';

interface Clock {
  now: number;
  /** When the rows were read: what goes on has gone on since. */
  readAt: number;
}

/** The time of a table, in ms, for the cells that show it: the others are not drawn anew as it goes on. */
export const TableClock = createContext<Clock>({ now: 0, readAt: 0 });
