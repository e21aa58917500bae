/** So many hyperparameters are shown where none are chosen. */
export const usualHyperparameters = 10;

/** The hyperparameters that are drawn: those that were chosen, of those that there are; the first ten without a choice. */
export function shownHyperparameters(chosen: readonly string[], all: readonly string[]): string[] {
  const kept = all.filter((name) => chosen.includes(name));
  return kept.length > 0 ? kept : all.slice(0, usualHyperparameters);
}
