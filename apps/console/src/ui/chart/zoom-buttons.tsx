import { ArrowLeft, ArrowRight, RotateCcw, ZoomIn, ZoomOut } from 'lucide-react';
import { IconButton } from '../primitives/icon-button.tsx';
import { type ChartZoom, movedWindow, type WindowAct } from './x-window.ts';

/** The zoom for who does not drag: in, and once something is left out, out, to either side and back to all. */
export function ZoomButtons({ window: shown, whole, onWindow }: ChartZoom) {
  const button = (act: WindowAct, icon: typeof ZoomIn, name: string) => (
    <IconButton size="xs" icon={icon} name={name} onClick={() => onWindow(movedWindow(shown, whole, act))} />
  );
  return (
    <span>
      {/* They keep their place: a second press on what zooms in must not meet another button. */}
      <span style={{ visibility: shown ? undefined : 'hidden' }}>
        <IconButton size="xs" icon={RotateCcw} name="Whole axis" onClick={() => onWindow(undefined)} />
        {button('earlier', ArrowLeft, 'Earlier')}
        {button('later', ArrowRight, 'Later')}
        {button('out', ZoomOut, 'Zoom out')}
      </span>
      {button('in', ZoomIn, 'Zoom in')}
    </span>
  );
}
