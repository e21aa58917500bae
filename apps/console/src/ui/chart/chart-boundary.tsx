import { Component, type ReactNode } from 'react';
import { ErrorState } from '../primitives/notice.tsx';

/** Said where values came that cannot be drawn. */
export function BadData({ children }: { children?: ReactNode }) {
  return <ErrorState title="Unable to Load data for chart">{children}</ErrorState>;
}

/** A chart that cannot draw what it was given fails alone. */
export class ChartBoundary extends Component<{ height: number; children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError() {
    return { failed: true };
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div style={{ minHeight: this.props.height }}>
        <BadData />
      </div>
    );
  }
}
