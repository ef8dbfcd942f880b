import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';

/** Somebody without a link can sign in; who had one has to ask for another. */
type Reason = 'nothing' | 'ended-link' | 'ended-session';

/** Why there is no desk here, and what to do. */
export function DockNotice({ why }: { why: Reason }) {
  const words = texts('desk').notices;
  const { title, text } = words[why];
  return (
    <main className="empty dock-notice">
      <Levels />
      <h1 className="h3">{title}</h1>
      <p className="small muted">{text}</p>
      {why !== 'ended-link' && (
        <a className="btn small primary" href="/login">
          {words.signIn}
        </a>
      )}
    </main>
  );
}
