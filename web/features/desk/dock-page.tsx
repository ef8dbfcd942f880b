import { useCallback, useEffect, useState } from 'react';
import { browserStorage, tabStorage } from '#web/lib/guarded-storage.ts';
import { OwnQueries } from '#web/lib/own-queries.tsx';
import { sendHeldBackWith } from '#web/lib/session-call.ts';
import { onTokenOfOtherTab, storedToken } from '#web/lib/stored-token.ts';
import { texts } from '#web/texts/texts.ts';
import { useTitle } from '#web/ui/use-title.ts';
import { Dock } from './dock.tsx';
import { DockNotice } from './dock-notice.tsx';
import { createDockToken, tokenInHash } from './dock-token.ts';

const kept = createDockToken(tabStorage, browserStorage);

/** By what this page works: a link's token, the signed-in session, or nothing. */
type Entry = Working | { by: 'nothing' | 'ended-link' | 'ended-session' };
type Working = { by: 'link' | 'session'; token: string };

/** Takes the token out of the address bar at once: it must not be seen on stream, nor stay in the history. */
function enter(): Entry {
  const given = tokenInHash(location.hash);
  if (given !== null) {
    kept.set(given);
    history.replaceState(history.state, '', location.pathname);
  }
  const link = given ?? kept.get();
  if (link !== null) return { by: 'link', token: link };
  return bySession() ?? { by: 'nothing' };
}

function bySession(): Working | null {
  const token = storedToken.get();
  return token === null ? null : { by: 'session', token };
}

/** /dock: the desk for OBS's custom docks, for a phone, and for moderators by their link. */
export function DockPage() {
  useTitle(texts('desk').dockTitle);
  const [entry, setEntry] = useState<Entry>(enter);
  const by = entry.by;
  const token = 'token' in entry ? entry.token : null;

  const handleEnded = useCallback(() => {
    if (by === 'link') {
      kept.clear();
      setEntry({ by: 'ended-link' });
      return;
    }
    // Somebody may have signed in again in another tab.
    if (storedToken.get() === token) storedToken.clear();
    setEntry(bySession() ?? { by: 'ended-session' });
  }, [by, token]);
  const handleForget = useCallback(() => {
    kept.clear();
    setEntry(enter);
  }, []);

  // Another link that is opened in this very tab only changes the part behind #.
  useEffect(() => {
    const handleHash = () => setEntry(enter);
    addEventListener('hashchange', handleHash);
    return () => removeEventListener('hashchange', handleHash);
  }, []);
  useEffect(
    () =>
      onTokenOfOtherTab((_, before) => {
        sendHeldBackWith(before);
        // Who signs in in another tab need not come back here to reload.
        setEntry((now) => ('token' in now ? now : (bySession() ?? now)));
      }),
    [],
  );

  if (!('token' in entry)) return <DockNotice why={entry.by} />;
  return (
    <OwnQueries key={entry.token}>
      <Dock token={entry.token} onEnded={handleEnded} {...(by === 'link' && { onForget: handleForget })} />
    </OwnQueries>
  );
}
