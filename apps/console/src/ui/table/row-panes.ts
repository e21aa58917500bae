/** Which row of the grid a cell, or what is in it, stands in; -1 is the head. */
export function rowIndexOf(cell: Element): number {
  return Number(cell.closest<HTMLElement>('[data-r]')?.dataset.r);
}

/** The first such element of the row that an element stands in, in whichever pane. */
export function inRowOf(element: Element, selector: string): HTMLElement | undefined {
  return partsOf(element).flatMap((part) => part.querySelector<HTMLElement>(selector) ?? [])[0];
}

function partsOf(element: Element): Element[] {
  const part = element.closest('[data-r], li');
  const grid = part?.closest('[role="grid"]');
  if (grid) return [...grid.querySelectorAll(`[data-r="${rowIndexOf(element)}"]`)];
  return part ? [part] : [];
}

/** The row of a number in a grid, as if the pointer were on it; -1 is the head, which never is. */
export function markRowAt(box: Element, index: number): void {
  const part = index < 0 ? null : box.querySelector(`[role="grid"] [role="row"][data-r="${index}"]`);
  markRow(part ?? undefined);
}

/** There is but one pointer. */
let marked: Element[] = [];

/** Under the pointer a row is marked in all its panes; style alone marks the one that the pointer is in. */
export function markRow(over?: Element): void {
  if (over?.closest('[data-r]')?.hasAttribute('data-hover')) return;
  for (const part of marked) part.removeAttribute('data-hover');
  marked = over ? partsOf(over) : [];
  for (const part of marked) part.setAttribute('data-hover', 'true');
}
