import { Levels } from '#web/ui/levels.tsx';
import { useDesk } from './desk-provider.tsx';

/** Bars where things will stand. */
export function DockSkeleton() {
  return (
    <main className="dk" aria-busy="true">
      <p className="sr" role="status">
        Loading
      </p>
      <header>
        <span className="bone lampish" />
      </header>
      <section className="now" aria-hidden="true">
        <span className="bone" />
        <span className="bone tall" />
        <span className="bone" />
      </section>
    </main>
  );
}

/** The desk could not be read at all. */
export function DockProblem() {
  const { problem, retry } = useDesk();
  return (
    <main className="empty dock-notice">
      <h1 className="h3">The alerts cannot be shown</h1>
      <p className="small muted" role="alert">
        {problem?.message}
      </p>
      <button type="button" className="btn small secondary" onClick={retry}>
        Try again
      </button>
    </main>
  );
}

/** Nothing waits. */
export function EmptyDesk() {
  return (
    <div className="empty quiet-desk">
      <Levels heights={['6px', '6px', '6px', '6px', '6px', '6px', '6px']} />
      <p className="small muted">Nothing waits. New donations appear here automatically.</p>
    </div>
  );
}
