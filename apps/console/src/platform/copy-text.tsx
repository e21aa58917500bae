import { Copy } from 'lucide-react';
import { IconButton } from '#ui/primitives/icon-button.tsx';
import { toast } from './toasts.tsx';

/** Puts a text into the clipboard, and says whether it came there: browsers give access on https and localhost only. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.done(done);
  } catch {
    toast.fail('Unable to Copy to Clipboard', 'Clipboard access on https and localhost only!');
  }
}

/** A small button beside what one takes along. `what` says what it is: "experiment ID". */
export function CopyButton({ text, what }: { text: string; what: string }) {
  return (
    <IconButton
      icon={Copy}
      size="xs"
      name={`Copy ${what}`}
      onClick={() => void copyText(text, `Copied ${what} ${text}`)}
    />
  );
}
