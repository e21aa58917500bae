import type { MouseEvent } from 'react';

/**
 * A press on a row of a list follows the row's own link, in a new tab where the link itself would. What can be pressed by itself,
 * and text that has just been selected, is left alone.
 */
export function openRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest('a, button, input, select, label'))
    return;
  if (document.getSelection()?.isCollapsed === false) return;
  const row = target.closest('[role="row"], li');
  const link = row?.querySelector('[data-row-link]') ?? row?.querySelector('a');
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
