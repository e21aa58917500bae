import { type ComponentType, type ReactNode, startTransition, useEffect, useState } from 'react';
import { missedStyles } from './missed-styles.ts';

/**
 * A component whose file comes when it is drawn first, or is asked for before by `load`; until then `meanwhile` stands for it, or nothing. Not
 * `lazy`: React keeps for 300 ms what stands in for that, and with it all else that waits, however soon the file is there.
 * What a file that does not come failed with is `failed`'s to show, or is thrown; the next that is drawn asks for it again.
 */
export function later<Props extends object>(
  take: () => Promise<ComponentType<Props>>,
  meanwhile: (props: Props) => ReactNode = () => null,
  failed: (error: unknown, props: Props) => ReactNode = (error) => {
    throw error;
  },
) {
  let Here: ComponentType<Props> | undefined;
  let coming: Promise<void> | undefined;
  function load(): Promise<void> {
    coming ??= missedStyles()
      .then(take)
      .then(
        (component) => {
          Here = component;
        },
        (error: unknown) => {
          coming = undefined;
          throw error;
        },
      );
    return coming;
  }
  // biome-ignore lint/correctness/noComponentHookFactories: it is made once for each file, at the module level of whoever draws it
  function Later(props: Props): ReactNode {
    const [arrived, setArrived] = useState(Here !== undefined);
    const [failure, setFailure] = useState<{ error: unknown }>();
    // Files come from outside React; this one may have come since it was drawn.
    useEffect(() => {
      if (!arrived)
        load().then(
          // In slices, as `lazy` does it: what is pressed meanwhile comes first.
          () => startTransition(() => setArrived(true)),
          (error: unknown) => setFailure({ error }),
        );
    }, [arrived]);
    if (failure) return failed(failure.error, props);
    return Here ? <Here {...props} /> : meanwhile(props);
  }
  return Object.assign(Later, {
    /** Nobody waits for it: what fails now fails again where it is drawn. */
    load: () => void load().catch(() => undefined),
  });
}
