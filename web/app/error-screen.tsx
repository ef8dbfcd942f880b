import { Component, type ErrorInfo, type ReactNode } from 'react';

/** What stands in place of a page that broke, or whose part could not be loaded after a new version was installed. */
export class ErrorScreen extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError(): { broken: boolean } {
    return { broken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page broke.', error, info.componentStack);
  }

  override render(): ReactNode {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="empty" role="alert">
        <h1 className="title">Something went wrong</h1>
        <p className="lead">Nothing was lost. Please reload the page.</p>
        <button type="button" className="btn primary" onClick={() => location.reload()}>
          Reload
        </button>
      </main>
    );
  }
}
