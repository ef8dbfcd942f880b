import Monitor from 'lucide-react/icons/monitor';
import type { ListedSession } from '#contract/account-routes.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useNow } from '#web/ui/use-now.ts';

interface StreamerSessionsProps {
  sessions: readonly ListedSession[];
  /** Null: all of them. */
  onEnd: (session: ListedSession | null) => void;
}

/** Where an account is signed in. */
export function StreamerSessions({ sessions, onEnd }: StreamerSessionsProps) {
  const words = texts('admin').sessions;
  const nowMs = useNow(30_000);
  return (
    <section className="card sessions" aria-labelledby="sessions" tabIndex={-1}>
      <header>
        <h3 className="h3" id="sessions">
          {words.heading}
        </h3>
        {sessions.length > 0 && <EndAll onEnd={() => onEnd(null)} />}
      </header>
      {sessions.length === 0 && <p className="muted">{words.none}</p>}
      <ul className="rows parts">
        {sessions.map((session) => (
          <StreamerSession key={session.id} session={session} nowMs={nowMs} onEnd={() => onEnd(session)} />
        ))}
      </ul>
    </section>
  );
}

function EndAll({ onEnd }: { onEnd: () => void }) {
  const button = useHandOnFocus<HTMLButtonElement>('section');
  return (
    <button type="button" className="btn small danger-quiet" ref={button} onClick={onEnd}>
      {texts('admin').sessions.endAll}
    </button>
  );
}

interface StreamerSessionProps {
  session: ListedSession;
  nowMs: number;
  onEnd: () => void;
}

function StreamerSession({ session, nowMs, onEnd }: StreamerSessionProps) {
  const words = texts('admin').sessions;
  const row = useHandOnFocus<HTMLLIElement>('section');
  return (
    <li className="row" ref={row}>
      <Monitor className="i faint" aria-hidden="true" />
      <div className="grow">
        <p className="name">{deviceName(session)}</p>
        <p className="micro faint">
          {words.since(formatDate(session.createdAt))} · {words.used(timeAgo(session.seenAt, nowMs))}
        </p>
      </div>
      {session.isCurrent ? (
        <span className="pill">{words.here}</span>
      ) : (
        <button
          type="button"
          className="btn small danger-quiet"
          aria-label={words.endNamed(deviceName(session))}
          onClick={onEnd}
        >
          {words.end}
        </button>
      )}
    </li>
  );
}

function deviceName({ device }: ListedSession): string {
  const words = texts('admin').sessions;
  return device === null ? words.unknownDevice : words.device(device);
}
