import { useSyncExternalStore } from 'react';
import { seriesColors } from './series-palette.ts';

/** Colours for canvases, read from the theme's tokens once a theme change. */
export interface ChartInk {
  series: string[];
  axis: string;
  grid: string;
  ghost: string;
  text: string;
  line: string;
  bad: string;
  background: string;
  font: string;
}

let current: ChartInk | undefined;

function readInk(): ChartInk {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    series: seriesColors(Array.from({ length: 10 }, (_, i) => token(`--d${i + 1}`))),
    axis: token('--axis'),
    grid: token('--grid'),
    ghost: token('--ghost'),
    text: token('--text'),
    line: token('--line-2'),
    bad: token('--err'),
    background: token('--bg'),
    font: token('--font'),
  };
}

/** Mantine writes the theme to an attribute of the document's root. */
function subscribe(onChange: () => void): () => void {
  const observer = new MutationObserver(() => {
    current = undefined;
    onChange();
  });
  observer.observe(document.documentElement, { attributeFilter: ['data-mantine-color-scheme'] });
  return () => observer.disconnect();
}

export function useChartInk(): ChartInk {
  return useSyncExternalStore(subscribe, () => {
    current ??= readInk();
    return current;
  });
}
