import { Tooltip as MantineTooltip } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  type FocusEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
  type SyntheticEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';

const openDelayMs = 300;

type Handler = (event: SyntheticEvent) => void;
/** What a child has to hand on to its element. */
interface TargetProps {
  ref?: Ref<HTMLElement>;
  onMouseEnter?: Handler;
  onMouseMove?: Handler;
  onMouseLeave?: Handler;
  onFocus?: (event: FocusEvent<HTMLElement>) => void;
  onBlur?: Handler;
  'aria-describedby'?: string | undefined;
  'aria-expanded'?: boolean | 'true' | 'false' | undefined;
}

interface TooltipProps {
  label: ReactNode;
  position?: 'top' | 'right';
  disabled?: boolean;
  children: ReactElement<TargetProps>;
}

/**
 * Words on what the pointer rests on, a finger touched or the keyboard has reached. The library's tooltip is there only while it
 * shows: a table has hundreds of things with one, and making ready to place it would cost more than they do.
 */
export function Tooltip({ label, position = 'top', disabled = false, children }: TooltipProps) {
  const target = useRef<HTMLElement>(null);
  const waiting = useRef<number>(undefined);
  const [open, setOpen] = useState(false);
  const id = useId();
  const { props } = children;
  const ref = useMergedRef(target, props.ref);
  // A timer is the window's.
  useEffect(() => () => window.clearTimeout(waiting.current), []);
  const show = (after: number) => {
    window.clearTimeout(waiting.current);
    waiting.current = window.setTimeout(() => setOpen(true), after);
  };
  const hide = () => {
    window.clearTimeout(waiting.current);
    waiting.current = undefined;
    setOpen(false);
  };
  // What has opened a menu lies under it, and so would its words.
  const expanded = String(props['aria-expanded']) === 'true';
  const shows = open && !disabled && !expanded;
  return (
    <>
      {cloneElement(children, {
        ref,
        onMouseEnter: (event) => {
          props.onMouseEnter?.(event);
          show(openDelayMs);
        },
        // What came under a resting pointer is entered by its next move.
        onMouseMove: (event) => {
          props.onMouseMove?.(event);
          if (waiting.current === undefined) show(openDelayMs);
        },
        onMouseLeave: (event) => {
          props.onMouseLeave?.(event);
          hide();
        },
        onFocus: (event) => {
          props.onFocus?.(event);
          if (event.target.matches(':focus-visible')) show(0);
        },
        onBlur: (event) => {
          props.onBlur?.(event);
          hide();
        },
        ...(shows && { 'aria-describedby': id }),
      })}
      {shows ? <Shown {...{ id, label, position, target }} onDismiss={() => setOpen(false)} /> : null}
    </>
  );
}

interface ShownProps extends Pick<TooltipProps, 'label' | 'position'> {
  id: string;
  target: { current: HTMLElement | null };
  onDismiss: () => void;
}

function Shown({ id, label, position = 'top', target, onDismiss }: ShownProps) {
  // Escape is the document's: the pointer may rest where the focus is not.
  useEffect(() => {
    const dismiss = (event: KeyboardEvent) => event.key === 'Escape' && onDismiss();
    document.addEventListener('keydown', dismiss);
    return () => document.removeEventListener('keydown', dismiss);
  });
  return <MantineTooltip opened target={target} position={position} label={<span id={id}>{label}</span>} />;
}
