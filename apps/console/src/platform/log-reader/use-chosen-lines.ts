import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import type { LineRange } from '#ui/log-viewer/log-lines.tsx';
import { rangeText, readRange } from '#ui/log-viewer/log-place.ts';

/** Lines that the address points to behind its `#`, and the way to point to others. */
export function useChosenLines() {
  const hash = useLocation({ select: (location) => location.hash });
  const navigate = useNavigate();
  const chosen = useMemo(() => readRange(hash), [hash]);
  const choose = (range: LineRange | undefined) =>
    void navigate({
      to: '.',
      search: true,
      hash: range ? rangeText(range) : '',
      replace: true,
      resetScroll: false,
      hashScrollIntoView: false,
    });
  return [chosen, choose] as const;
}
