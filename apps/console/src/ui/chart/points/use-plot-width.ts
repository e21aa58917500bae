import { useDebouncedValue, useElementSize } from '@mantine/hooks';
import { resizeDelay } from '../chart-sizes.ts';

/** Width of a plot's box: at first as it is, then once it rests. */
export function usePlotWidth() {
  const { ref, width: now } = useElementSize<HTMLDivElement>();
  const [rested] = useDebouncedValue(now, resizeDelay);
  return { ref, width: rested || now };
}
