import { useRouter } from '@tanstack/react-router';
import { type AnchorHTMLAttributes, type MouseEvent, useRef } from 'react';

/** As long as the router's own links wait, so that nothing is read for what the pointer only passes. */
const preloadDelay = 50;

interface PathLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  /** Within the console: `/experiments/3`. */
  path: string;
}

/**
 * A link in a row of a table. Unlike the router's own it does not work out its address anew wherever the reader goes, which for the
 * links of a page of rows is a tenth of drawing them.
 */
export function PathLink({ path, children, ...rest }: PathLinkProps) {
  const router = useRouter();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // The router knows addresses by their patterns; this one is made of one by whoever draws the link.
  const to = path as '/';
  const leave = () => clearTimeout(timer.current);
  const preload = () => {
    leave();
    timer.current = setTimeout(() => void router.preloadRoute({ to }), preloadDelay);
  };
  function follow(event: MouseEvent) {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (event.defaultPrevented || event.button !== 0 || altKey || ctrlKey || metaKey || shiftKey) return;
    event.preventDefault();
    leave();
    void router.navigate({ to });
  }
  return (
    <a
      href={`${router.basepath.replace(/\/$/, '')}${path}`}
      onClick={follow}
      onMouseEnter={preload}
      onMouseLeave={leave}
      {...rest}
    >
      {children}
    </a>
  );
}
