import { Link } from '@tanstack/react-router';
import { Lock } from 'lucide-react';
import { Page } from '#platform/page/page.tsx';
import { displayName, useCurrentUser } from '#platform/session/session.ts';
import { buttonClass } from '#ui/primitives/button.tsx';
import { EmptyState } from '#ui/primitives/notice.tsx';

/** The page exists, its thing does not, or not for this user: both look alike on purpose. */
export function NotFoundPage() {
  const user = useCurrentUser();
  return (
    <Page title="Page not found">
      <EmptyState
        whole
        icon={Lock}
        title="Page not found or you don't have access"
        actions={
          <Link to="/" className={buttonClass()}>
            Back to Home
          </Link>
        }
      >
        You are signed in as {displayName(user)}.
      </EmptyState>
    </Page>
  );
}
