import { type ComponentType, useEffect } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { later } from '#ui/primitives/later.tsx';

/** What opens over a page, and comes when it is asked for: where its file does not come, that is said, and the page stays as it is. */
export function laterForm<Props extends { onClose: () => void }>(
  take: () => Promise<ComponentType<Props>>,
  name = 'form',
) {
  return later(() => take().catch((error: unknown) => unopened<Props>(error, name)));
}

function unopened<Props extends { onClose: () => void }>(error: unknown, name: string): ComponentType<Props> {
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each file that does not come
  return function Unopened({ onClose }) {
    // Whoever draws it takes it for open; each time it is asked for, it says so.
    useEffect(() => {
      tellUnopened(error, name);
      onClose();
    }, [onClose]);
    return null;
  };
}

export const tellUnopened = (error: unknown, name = 'form') =>
  reportError(error, { title: `Unable to open the ${name}.`, message: messageOf(error) });
