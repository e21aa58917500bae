import type { Page } from 'playwright-core';

/**
 * What lies beyond the edge of the page outside of any box that scrolls by itself, the first few; what is for screen readers
 * only is one pixel wide.
 */
export async function beyondTheEdge(page: Page, within = 'main, header, nav'): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const inside = (box) => box.right <= innerWidth + 1 && box.left >= -1;
    const all = [...document.querySelectorAll(${JSON.stringify(within)})];
    const parts = all.flatMap((one) => [one, ...one.querySelectorAll('h1, h2, button, a, input, textarea')]);
    const beyond = parts.filter((one) => {
      const box = one.getBoundingClientRect();
      if (box.width <= 1 || inside(box)) return false;
      for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowX !== 'visible' && inside(around.getBoundingClientRect())) return false;
      }
      return true;
    });
    const found = beyond.slice(0, 3).map((one) => one.outerHTML.slice(0, 120));
    return document.scrollingElement.scrollWidth > innerWidth ? ['the page scrolls', ...found] : found;
  })()`);
}

/** Marks where the keyboard is as come by. @returns whether that is inside of what the selector finds. */
export async function markReached(page: Page, within: string): Promise<boolean> {
  return await page.evaluate<boolean>(`(() => {
    const at = document.activeElement;
    at?.setAttribute('data-reached', '');
    return Boolean(at?.closest(${JSON.stringify(within)}));
  })()`);
}

/**
 * Controls in it that the keyboard has not come by. Of a composite widget Tab comes by one part; arrows go on from there, as they
 * do from a field to its options. Of a menu each entry has to be come by: its arrows are pressed.
 */
export async function unreached(page: Page, within: string): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const composite = '[role=grid], [role=treegrid], [role=radiogroup], [role=listbox], [role=tablist], [role=toolbar], [role=tree]';
    const controls = ':is(a[href], button, input, select, textarea, summary, [role=button], [role=menuitem], [contenteditable=true])';
    const named = (one) => one.type === 'radio' && one.name ? document.getElementsByName(one.name) : [];
    return [...document.querySelectorAll(${JSON.stringify(within)})].flatMap((all) => [...all.querySelectorAll(controls)])
      .filter((one) => one.getAttribute('role') !== 'option' && !one.disabled && !one.closest('[inert], [aria-hidden=true]') && one.checkVisibility({ visibilityProperty: true }))
      .filter((one) => ![one, ...named(one)].some((each) => each.hasAttribute('data-reached')))
      .filter((one) => !one.closest(composite)?.matches('[data-reached], :has([data-reached])'))
      .map((one) => one.outerHTML.slice(0, 160));
  })()`);
}
