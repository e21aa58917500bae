/** Number of fixed series colours; the index wraps. */
export const PALETTE_SIZE = 150;

/** Dashes of the first ten, in canvas units: hue alone tells only five lines apart. */
const DASHES: readonly (readonly number[])[] = [[], [], [], [], [], [6, 3], [2, 3], [8, 3, 2, 3], [4, 2], [1, 3]];

/** How far each further round of ten moves towards black (negative) or white, alternating and growing. */
function shade(round: number): number {
  const step = Math.ceil(round / 2) * 0.07;
  return round % 2 === 1 ? -step : step;
}

/**
 * The colours of a theme: its ten base colours, then their hues at other lightness. `base` are `#rrggbb`. The same index is the
 * same run on every screen.
 */
export function seriesColors(base: readonly string[]): string[] {
  return Array.from({ length: PALETTE_SIZE }, (_, i) => {
    const color = base[i % base.length] ?? '#000000';
    const round = Math.floor(i / base.length);
    return round === 0 ? color : mixed(color, shade(round));
  });
}

/** The colour at an index, wrapping around. */
export function seriesColor(colors: readonly string[], index: number): string {
  return colors[index % PALETTE_SIZE] ?? '#000000';
}

/** Canvas dash of the series at an index: each round of ten starts with the next dash. */
export function seriesDash(index: number): readonly number[] {
  const place = index % PALETTE_SIZE;
  const round = Math.floor(place / DASHES.length);
  return (round === 0 ? DASHES[place] : DASHES[(place + round) % DASHES.length]) ?? [];
}

function mixed(color: string, amount: number): string {
  const target = amount < 0 ? 0 : 255;
  const share = Math.abs(amount);
  const channel = (at: number) => {
    const value = Number.parseInt(color.slice(at, at + 2), 16);
    return Math.round(value + (target - value) * share)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(1)}${channel(3)}${channel(5)}`;
}
