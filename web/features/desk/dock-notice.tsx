import { Levels } from '#web/ui/levels.tsx';

const words = {
  nothing: {
    title: 'Nobody is signed in here',
    text: 'Sign in to control your alerts. Moderators open the link that the streamer gave them. For a dock in OBS, copy the dock link from the dashboard.',
    action: 'Sign in',
  },
  'ended-link': {
    title: 'This link has ended',
    text: 'The streamer has ended it, so nothing can be seen or done with it any more. Ask for a new one.',
    action: null,
  },
  'ended-session': {
    title: 'You are signed out',
    text: 'Sign in again to control your alerts.',
    action: 'Sign in',
  },
} as const;

/** Why there is no desk here, and what to do. */
export function DockNotice({ why }: { why: keyof typeof words }) {
  const { title, text, action } = words[why];
  return (
    <main className="empty dock-notice">
      <Levels heights={['6px', '6px', '6px', '6px', '6px', '6px', '6px']} />
      <h1 className="h3">{title}</h1>
      <p className="small muted">{text}</p>
      {action !== null && (
        <a className="btn small primary" href="/login">
          {action}
        </a>
      )}
    </main>
  );
}
