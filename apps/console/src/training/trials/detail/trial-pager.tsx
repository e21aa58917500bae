import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { worded } from '#platform/switches/thing-words.ts';
import type { Experiment } from '#training/shared/experiment.ts';
import { formatCount } from '#ui/format/numbers.ts';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import styles from './trial-pager.module.css';

interface TrialPagerProps {
  experiment: Pick<Experiment, 'id' | 'trialIds'>;
  trialId: number;
  tab: string;
}

/** Moves between the trials of an experiment, also by the left and right arrow keys. */
export function TrialPager({ experiment, trialId, tab }: TrialPagerProps) {
  const navigate = useNavigate();
  const place = experiment.trialIds.indexOf(trialId);
  const { length } = experiment.trialIds;

  function go(step: number) {
    const next = experiment.trialIds[place + step];
    if (place < 0 || next === undefined) return;
    void navigate({
      to: '/experiments/$experimentId/trials/$trialId/{-$tab}',
      params: { experimentId: String(experiment.id), trialId: String(next), tab },
      search: (old) => old,
    });
  }
  useHotkeys([
    ['ArrowLeft', (event) => !usesArrows(event.target) && go(-1)],
    ['ArrowRight', (event) => !usesArrows(event.target) && go(1)],
  ]);

  if (length < 2 || place < 0) return null;
  return (
    <span className={styles.pager}>
      <IconButton
        size="xs"
        icon={ChevronLeft}
        name={worded`Previous trial`}
        inactive={place === 0}
        onClick={() => go(-1)}
      />
      {formatCount(place + 1)} of {formatCount(length)}
      <IconButton
        size="xs"
        icon={ChevronRight}
        name={worded`Next trial`}
        inactive={place === length - 1}
        onClick={() => go(1)}
      />
    </span>
  );
}

/** Grids, charts, logs, choices and menus move by arrows themselves. */
function usesArrows(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('[role="grid"], [role="img"], [role="log"], [role="radiogroup"], [role="menu"], [role="dialog"]') !==
      null
  );
}
