import { type KeyboardEvent, useState } from 'react';
import { type Drop, type FilterPlace, mayMove, moveTo, stepOf } from './filter-edit.ts';
import type { FilterGroup } from './filter-set.ts';

export interface FilterDrag {
  /** Where the lifted thing stands. */
  lifted: FilterPlace | undefined;
  /** What a screen reader is told. */
  said: string;
  lift: (place: FilterPlace) => void;
  end: () => void;
  mayDrop: (drop: Drop) => boolean;
  drop: (drop: Drop) => void;
  /** Space lifts and drops, arrows move, Escape puts back. */
  onKeyDown: (event: KeyboardEvent<HTMLElement>, place: FilterPlace) => void;
}

/** Moves conditions and groups of a filter, with the pointer and with keys, as far as levels and room allow. */
export function useFilterDrag(root: FilterGroup, change: (root: FilterGroup) => void): FilterDrag {
  const [lifted, setLifted] = useState<FilterPlace>();
  const [before, setBefore] = useState<FilterGroup>();
  const [said, say] = useState('');
  const end = () => {
    setLifted(undefined);
    setBefore(undefined);
  };
  const lift = (place: FilterPlace) => {
    setLifted(place);
    setBefore(root);
  };
  const lineOf = (place: FilterPlace) => `line ${place.map((index) => index + 1).join('.')}`;
  return {
    lifted,
    said,
    lift,
    end,
    mayDrop: (drop) => lifted !== undefined && mayMove(root, lifted, drop),
    drop: (drop) => {
      if (lifted) change(moveTo(root, lifted, drop).root);
      end();
    },
    onKeyDown: (event, place) => {
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (lifted) {
          say(`Dropped at ${lineOf(place)}`);
          end();
        } else {
          say(`Lifted from ${lineOf(place)}. Arrows move it, Space drops it, Escape puts it back.`);
          lift(place);
        }
        return;
      }
      if (!lifted) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        event.stopPropagation();
        if (before) change(before);
        say('Put back');
        end();
        return;
      }
      if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
      event.preventDefault();
      const step = stepOf(root, lifted, event.key === 'ArrowUp' ? -1 : 1);
      if (!step) {
        say('It cannot move further');
        return;
      }
      const moved = moveTo(root, lifted, step);
      change(moved.root);
      setLifted(moved.place);
      say(`Moved to ${lineOf(moved.place)}`);
    },
  };
}
