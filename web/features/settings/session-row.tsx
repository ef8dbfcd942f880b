import Monitor from 'lucide-react/icons/monitor';
import type { ListedSession } from '#contract/account-routes.ts';
import { texts } from '#web/texts/texts.ts';
import { formatDate, timeAgo } from '#web/ui/format.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';
import { useNow } from '#web/ui/use-now.ts';

interface SessionRowProps {
  session: ListedSession;
  onEnd: () => void;
}

/** One browser that is signed in. The one that looks has no button: it signs out in the sidebar. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const words = texts('settings').sessions;
  const nowMs = useNow(30_000);
  const name = deviceName(session);
  const row = useHandOnFocus<HTMLLIElement>('section');
  return (
    <li className="row access" ref={row}>
      <Monitor className="i faint" aria-hidden="true" />
      <div className="grow">
        <p className="name">{name}</p>
        <p className="micro faint">
          {words.since(formatDate(session.createdAt))}
          {!session.isCurrent && ` · ${words.used(timeAgo(session.seenAt, nowMs))}`}
          {` · ${words.ends(formatDate(session.endsAt))}`}
        </p>
      </div>
      {session.isCurrent ? (
        <span className="pill">{words.here}</span>
      ) : (
        <button
          type="button"
          className="btn small danger-quiet"
          aria-label={words.endNamed(name)}
          onClick={onEnd}
        >
          {words.end}
        </button>
      )}
    </li>
  );
}

/** Browser and system of a session in the page's language. */
export function deviceName({ device }: ListedSession): string {
  const words = texts('settings').sessions;
  return device === null ? words.unknownDevice : words.device(device);
}
