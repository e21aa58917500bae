import { copyText } from '#platform/copy-text.tsx';
import { toast } from '#platform/toasts.tsx';
import { Button } from '#ui/primitives/button.tsx';

/** For who came from the command line (`cli=true`). Not drawn in clear: over a shoulder it would be a password. */
export function showCliToken(token: string): void {
  toast.keep(
    'Your Determined Authentication Token',
    <Button size="xs" onClick={() => void copyText(token, 'Auth Token Copied')}>
      Copy token to clipboard
    </Button>,
  );
}
