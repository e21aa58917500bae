import type { MouseEvent } from 'react';
import { inRowOf } from './row-panes.ts';

/**
 * A press on a row of a list follows the row's own link, in a new tab where the link itself would. What can be pressed by itself,
 * and text that has just been selected, is left alone.
 */
export function openRow(event: MouseEvent): void {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  if (event.defaultPrevented || !(target instanceof Element) || target.closest('a, button, input, select, label'))
    return;
  if (document.getSelection()?.isCollapsed === false) return;
  const link = inRowOf(target, '[data-row-link]') ?? inRowOf(target, 'a');
  link?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
}
