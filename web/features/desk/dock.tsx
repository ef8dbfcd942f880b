import { useEffect, useState } from 'react';
import { createCall } from '#web/lib/call.ts';
import { texts } from '#web/texts/texts.ts';
import { lampState, OverlayLamp } from '#web/ui/overlay-lamp.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ControlKeys } from './control-keys.tsx';
import { DeskLists, isDeskEmpty } from './desk-lists.tsx';
import { DeskProvider, useDesk } from './desk-provider.tsx';
import { DockFoot } from './dock-foot.tsx';
import { DockProblem, DockSkeleton, EmptyDesk } from './dock-states.tsx';
import { NewItems } from './new-items.tsx';
import { NowOnStream } from './now-on-stream.tsx';
import { shortcutName } from './shortcuts.ts';
import { useDeskSocket } from './use-desk-socket.ts';
import { useKeptSwitch, useSoundSwitch } from './use-kept-switch.ts';
import { titleWithCount } from './use-new-items.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { VolumeRow } from './volume-row.tsx';

interface DockProps {
  token: string;
  /** The token is no longer in force. */
  onEnded: () => void;
  /** Only by a link: forget it in this browser. */
  onForget?: () => void;
}

/** The whole desk for one token. Every call of it carries that token and no other. */
export function Dock({ token, onEnded, onForget }: DockProps) {
  const [call] = useState(() =>
    createCall({
      baseUrl: '/api',
      token: { get: () => token, clear: () => undefined },
      pathname: () => location.pathname,
      onSessionLost: onEnded,
    }),
  );
  const connected = useDeskSocket(token);
  return (
    <DeskProvider call={call} connected={connected}>
      <DockContent onForget={onForget} />
    </DeskProvider>
  );
}

function DockContent({ onForget }: { onForget: (() => void) | undefined }) {
  const { desk, problem, connected } = useDesk();
  const sound = useSoundSwitch(desk?.role);
  const keys = useKeptSwitch('desk-shortcuts', true);
  useShortcuts(keys[0]);
  const words = texts('desk');
  useTitle(titleWithCount(words.dockTitle, desk));
  useDocumentGround();

  if (desk === undefined) return problem === null ? <DockSkeleton /> : <DockProblem onForget={onForget} />;
  return (
    <main className="dk">
      <h1 className="sr">{words.heading}</h1>
      <NewItems hasSound={sound[0]} />
      <DockHead />
      {!connected && problem !== null && (
        <p className="offline micro" role="status">
          {words.disconnected}
        </p>
      )}
      <div className="dk-body">
        <section className="now" aria-label={words.nowLabel}>
          <NowOnStream desk={desk} />
          <ControlKeys />
          <VolumeRow />
        </section>
        <div className="dk-lists">
          {isDeskEmpty(desk) && <EmptyDesk />}
          <DeskLists desk={desk} />
          <DockFoot sound={sound} keys={keys} onForget={onForget} />
        </div>
      </div>
    </main>
  );
}

function DockHead() {
  const { desk, actions, connected, problem } = useDesk();
  if (desk === undefined) return null;
  const words = texts('desk');
  const isKnown = connected || problem === null;
  return (
    <header>
      <OverlayLamp state={lampState(isKnown ? desk.overlay : null, desk.isPaused)} small />
      {desk.role === 'moderator' && (
        <p className="dk-who micro">
          <b className="clip">{desk.streamerName}</b>
          <span className="faint">{words.moderator}</span>
        </p>
      )}
      <button
        type="button"
        className="btn small secondary"
        title={words.testTitle(shortcutName('test'))}
        aria-disabled={actions.isSending}
        onClick={actions.test}
      >
        {words.test}
      </button>
    </header>
  );
}

/** A dock is denser than the other pages. */
function useDocumentGround(): void {
  useEffect(() => {
    document.body.classList.add('dock');
    return () => document.body.classList.remove('dock');
  }, []);
}
