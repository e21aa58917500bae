import { later } from '../primitives/later.tsx';

/** The drawing library comes when there is something to draw: head and figures do not wait for it. */
export const PlotArea = later(
  () => import('./plot-area.tsx').then((file) => file.PlotArea),
  ({ height }) => <div style={{ height }} />,
);
