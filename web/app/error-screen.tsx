import { Component, type ErrorInfo, type ReactNode, useEffect } from 'react';
import { keepAll } from '#web/lib/kept-over-reload.ts';
import { brokenPage } from '#web/texts/broken-page.ts';
import { language } from '#web/texts/language.ts';
import { forgetFailedPages } from './page.ts';

interface ErrorScreenProps {
  /** Every step of navigation, also to the same address, takes the screen away again and tries anew. */
  place?: string;
  children: ReactNode;
}

interface ErrorScreenState {
  isBroken: boolean;
  place: string | undefined;
}

/** What stands in place of a page that broke, or whose part could not be loaded after a new version was installed. */
export class ErrorScreen extends Component<ErrorScreenProps, ErrorScreenState> {
  override state: ErrorScreenState = { isBroken: false, place: this.props.place };

  static getDerivedStateFromError(): Partial<ErrorScreenState> {
    return { isBroken: true };
  }

  static getDerivedStateFromProps(
    { place }: ErrorScreenProps,
    state: ErrorScreenState,
  ): ErrorScreenState | null {
    return place === state.place ? null : { isBroken: false, place };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('A page broke.', error, info.componentStack);
    forgetFailedPages();
  }

  override render(): ReactNode {
    if (!this.state.isBroken) return this.props.children;
    return <BrokenPage onRetry={() => this.setState({ isBroken: false })} />;
  }
}

interface BrokenPageProps {
  /** Tries again within this document; without one only a reload does. */
  onRetry?: () => void;
}

/**
 * Says that something went wrong and offers a way back; it needs nothing that has to be loaded. What was typed on other
 * pages and not saved is kept over a reload.
 */
export function BrokenPage({ onRetry }: BrokenPageProps) {
  const words = brokenPage[language()];
  useEffect(() => {
    addEventListener('pagehide', keepAll);
    return () => removeEventListener('pagehide', keepAll);
  }, []);
  return (
    <div className="wrap empty" role="alert">
      <h1 className="title">{words.title}</h1>
      <p className="lead">{words.text}</p>
      <div className="row wrapx">
        {onRetry !== undefined && (
          <button type="button" className="btn primary" onClick={onRetry}>
            {words.retry}
          </button>
        )}
        <button
          type="button"
          className={`btn ${onRetry === undefined ? 'primary' : 'secondary'}`}
          onClick={() => location.reload()}
        >
          {words.reload}
        </button>
        <a className="btn secondary" href="/">
          {words.home}
        </a>
      </div>
    </div>
  );
}
