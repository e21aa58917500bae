import { type DOMAttributes, useState } from 'react';

/** Whether somebody looks at what has these handlers: the pointer or the focus is in it, or it is scrolled down. */
export function useLooking(): { looking: boolean; watch: DOMAttributes<HTMLElement> } {
  const [pointer, setPointer] = useState(false);
  const [focus, setFocus] = useState(false);
  const [scrolled, setScrolled] = useState(false);
  return {
    looking: pointer || focus || scrolled,
    watch: {
      // A pointer that lies where the last page had something says nothing; a finger that was lifted points at nothing.
      onPointerMove: ({ pointerType }) => setPointer(pointerType !== 'touch'),
      onPointerLeave: ({ currentTarget }) => {
        setPointer(false);
        // Of what had it and was taken out nobody is told.
        setFocus(currentTarget.contains(document.activeElement));
      },
      onFocus: () => setFocus(true),
      onBlur: ({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget)),
      onScrollCapture: ({ currentTarget, target }) => {
        if (target instanceof Element && currentTarget.contains(target)) setScrolled(target.scrollTop > 0);
      },
    },
  };
}
