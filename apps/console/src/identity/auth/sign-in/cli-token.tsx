import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';

async function copy(token: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(token);
    toast.done('Auth Token Copied');
  } catch {
    toast.fail('Unable to Copy to Clipboard', 'Clipboard access on https and localhost only!');
  }
}

/** For who came from the command line (`cli=true`). Not drawn in clear: over a shoulder it would be a password. */
export function showCliToken(token: string): void {
  toast.keep(
    'Your Determined Authentication Token',
    <Button size="xs" onClick={() => void copy(token)}>
      Copy token to clipboard
    </Button>,
  );
}
