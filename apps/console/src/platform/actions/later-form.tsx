import { type ComponentType, useEffect } from 'react';
import { messageOf } from '#platform/api/console-error.ts';
import { reportError } from '#platform/api/report-error.ts';
import { later } from '#ui/primitives/later.tsx';

/** What opens over a page, and comes when it is asked for: where its file does not come, that is said, and the page stays as it is. */
export function laterForm<Props extends { onClose: () => void }>(
  take: () => Promise<ComponentType<Props>>,
  name = 'form',
) {
  return later(
    take,
    () => null,
    (error, { onClose }) => <Unopened error={error} name={name} onClose={onClose} />,
  );
}

/** Whoever draws it takes it for open. */
function Unopened({ error, name, onClose }: { error: unknown; name: string; onClose: () => void }) {
  useEffect(() => {
    tellUnopened(error, name);
    onClose();
  }, [error, name, onClose]);
  return null;
}

export const tellUnopened = (error: unknown, name = 'form') =>
  reportError(error, { title: `Unable to open the ${name}.`, message: messageOf(error) });
