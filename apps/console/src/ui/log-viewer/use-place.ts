import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { behindFrame } from './behind-frame.ts';
import type { LineRange, LinesHandle } from './log-lines.tsx';

/** Why the end is not followed, as it is said. */
export type Pause = '' | ' by scrolling' | ' by selecting';

/** Where the reader is: at the end, which is followed, or at a line that was gone to. Lines that are pointed to are where one starts. */
export function usePlace(chosen: LineRange | undefined, total: number | undefined, box: RefObject<LinesHandle | null>) {
  const [paused, setPaused] = useState<Pause | undefined>(chosen && '');
  const follow = paused === undefined;
  const [leftAt, setLeftAt] = useState<number>();
  const [now, setNow] = useState(chosen?.from);
  /** The line that still has to be brought into sight. */
  const [target, setTarget] = useState(chosen?.from);
  const [pointedTo, setPointedTo] = useState(chosen);

  if (!follow && leftAt === undefined && total !== undefined) setLeftAt(total);
  function pause(by: Pause) {
    if (!follow) return;
    setPaused(by);
    setLeftAt(total);
  }
  function seek(line: number) {
    pause('');
    setTarget(line);
  }
  function goTo(line: number) {
    seek(line);
    setNow(line);
  }
  // An address that points elsewhere, not one's own choice.
  if (chosen?.from !== pointedTo?.from || chosen?.to !== pointedTo?.to) {
    setPointedTo(chosen);
    if (chosen) goTo(chosen.from);
  }
  return {
    paused,
    follow,
    /** Lines that came since. */
    fresh: follow ? 0 : (total ?? 0) - (leftAt ?? total ?? 0),
    now,
    target,
    pause,
    seek,
    goTo,
    /** Lines are chosen here: the address that follows leads nowhere else. */
    choseHere: setPointedTo,
    reached: () => setTarget(undefined),
    followFilter: () => setPaused(undefined),
    resume: () => {
      setPaused(undefined);
      setTarget(undefined);
      box.current?.toEnd();
    },
  };
}

/** Brings a line into sight as soon as it has a row. The scroll position lives in the browser. */
export function useReach(target: number | undefined, isThere: boolean, bring: (line: number) => void) {
  const reach = useEffectEvent(bring);
  useEffect(() => {
    if (isThere && target !== undefined) behindFrame(() => reach(target));
  }, [isThere, target]);
}
