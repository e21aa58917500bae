import { notifications } from '@mantine/notifications';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '#ui/primitives/button.tsx';
import { Icon } from '#ui/primitives/icon.tsx';

interface Toast {
  title: string;
  message?: ReactNode;
  /** Stays until it is closed, for what has to be read or acted on. */
  sticky?: boolean;
}

/** Ids by title: a toast takes the place of the one before with the same title, so that retries do not pile up. */
const shown = new Map<string, string>();

function show(tone: 'ok' | 'warn' | 'err', { title, message, sticky }: Toast): void {
  hide(title);
  const id = notifications.show({
    title,
    message: message ?? '',
    autoClose: sticky ? false : 8000,
    icon: <Icon of={tone === 'ok' ? Check : TriangleAlert} />,
    'data-tone': tone,
    role: tone === 'err' ? 'alert' : 'status',
    closeButtonProps: { 'aria-label': 'Close' },
  });
  shown.set(title, id);
}

function hide(title: string): void {
  const id = shown.get(title);
  if (id !== undefined) notifications.hide(id);
}

export const toast = {
  done: (title: string, message?: ReactNode) => show('ok', { title, message }),
  warn: (title: string, message?: ReactNode) => show('warn', { title, message }),
  fail: (title: string, message?: ReactNode) => show('err', { title, message }),
  /** What was done, and the way back for as long as it is shown. */
  undoable: (title: string, undo: () => void) =>
    show('ok', {
      title,
      message: (
        <Button
          size="xs"
          onClick={() => {
            hide(title);
            undo();
          }}
        >
          Undo
        </Button>
      ),
    }),
  hide,
  keep: (title: string, message: ReactNode) => show('warn', { title, message, sticky: true }),
};
