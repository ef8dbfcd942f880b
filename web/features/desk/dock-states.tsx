import { CallProblem } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useDesk } from './desk-provider.tsx';

/** Bars where things will stand. */
export function DockSkeleton() {
  return (
    <main className="dk" aria-busy="true">
      <p className="sr" role="status">
        {texts('desk').loading}
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

/** The desk could not be read at all. A token that opens other calls never will: that link can be forgotten. */
export function DockProblem({ onForget }: { onForget: (() => void) | undefined }) {
  const { problem, retry } = useDesk();
  const isOutOfScope = problem instanceof CallProblem && problem.code === 'insufficient_scope';
  const words = texts('desk');
  return (
    <main className="empty dock-notice">
      <h1 className="h3">{words.notShown}</h1>
      <p className="small muted" role="alert">
        {problem?.message}
      </p>
      {isOutOfScope && onForget !== undefined ? (
        <button type="button" className="btn small secondary" onClick={onForget}>
          {words.foot.forget}
        </button>
      ) : (
        <button type="button" className="btn small secondary" onClick={retry}>
          {words.tryAgain}
        </button>
      )}
    </main>
  );
}

/** Nothing waits. */
export function EmptyDesk() {
  return (
    <div className="empty quiet-desk">
      <Levels />
      <p className="small muted">{texts('desk').nothingWaits}</p>
    </div>
  );
}
