import { Component, type ErrorInfo, type ReactNode } from 'react';
import { brokenPage } from '#web/texts/broken-page.ts';
import { language } from '#web/texts/language.ts';

interface ErrorScreenProps {
  /** Going to another place takes the screen away again; without one only a reload does. */
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
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}

/** Says that something went wrong and offers a way back; it needs nothing that has to be loaded. */
export function BrokenPage() {
  const words = brokenPage[language()];
  return (
    <div className="wrap empty" role="alert">
      <h1 className="title">{words.title}</h1>
      <p className="lead">{words.text}</p>
      <div className="row wrapx">
        <button type="button" className="btn primary" onClick={() => location.reload()}>
          {words.reload}
        </button>
        <a className="btn secondary" href="/">
          {words.home}
        </a>
      </div>
    </div>
  );
}
