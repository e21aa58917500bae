import type { ReactNode } from 'react';
import { Drawer } from '#ui/primitives/overlays.ts';

/** A sheet from the lower edge, as tall as what it holds: the phone's menu. */
export function BottomSheet(props: { title: string; opened: boolean; onClose: () => void; children: ReactNode }) {
  return (
    <Drawer
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      position="bottom"
      styles={{ content: { height: 'auto', maxHeight: '80dvh', borderRadius: 'var(--r-lg) var(--r-lg) 0 0' } }}
    >
      {props.children}
    </Drawer>
  );
}
