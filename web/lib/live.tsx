import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ServerPayload } from '#contract/events.ts';
import { bundled } from './bundled.ts';
import { keepDonation } from './keep-donation.ts';
import { queryKeys } from './query.ts';
import { readAfterChange } from './read-after-change.ts';
import { useSession, useUser } from './session.tsx';
import { openStreamerSocket } from './socket.ts';
import { storedToken } from './stored-token.ts';

type Presence = ServerPayload<'overlay_state'>;

interface Live {
  connected: boolean;
  /** Undefined until the server has told, null once the connection is lost. */
  presence: Presence | null | undefined;
  /** Opens the connection; nothing happens when it is already open. */
  connect: () => void;
}

const LiveContext = createContext<Live | null>(null);

/**
 * The streamer's live connection (spec §4): opened by the dashboard, closed with this provider. One per streamer: give it the
 * id as key.
 */
export function LiveProvider({ children }: { children: ReactNode }) {
  const { id: userId } = useUser();
  const { refresh } = useSession();
  const queries = useQueryClient();
  const [connected, setConnected] = useState(false);
  const [presence, setPresence] = useState<Presence | null>();
  const socket = useRef<{ close(): void } | null>(null);

  const connect = useCallback(() => {
    const token = storedToken.get();
    if (token === null || socket.current !== null) return;
    const refetchSoon = bundled(() => readAnew(queries, movedByDonations));
    const readSaved = () => {
      void refresh();
      readAnew(queries, savedSettings);
    };
    const handleConnected = (now: boolean) => {
      setConnected(now);
      if (!now) setPresence(null);
    };
    socket.current = openStreamerSocket({ userId, token }, handleConnected, {
      // Of what changed before, nobody told this page.
      streamer_connected: ({ userId: connectedId }) => {
        console.info('Connected as streamer', connectedId);
        refetchSoon();
        readSaved();
      },
      overlay_state: setPresence,
      // The session was ended from elsewhere: asking for the user gets the 401 that signs this browser out.
      error: ({ code }) => void (code === 'unauthorized' && refresh()),
      alerts_changed: refetchSoon,
      settings_saved: readSaved,
      donation_changed: (donation) => {
        keepDonation(queries, donation);
        refetchSoon();
      },
    });
  }, [userId, queries, refresh]);

  useEffect(
    () => () => {
      socket.current?.close();
      socket.current = null;
    },
    [],
  );

  const live = useMemo(() => ({ connected, presence, connect }), [connected, presence, connect]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The live connection of the signed-in area. Throws outside the provider. */
export function useLive(): Live {
  const live = use(LiveContext);
  if (live === null) throw new Error('useLive needs a LiveProvider above it.');
  return live;
}

const { desk, dashboard, donations, widgets, donationLink } = queryKeys;
/** What donations and alerts change on pages. */
const movedByDonations = [desk, dashboard, donations, widgets, donationLink];

const { alertSettings, alertRules, alertLog, myTokens } = queryKeys;
/** What pages show of settings besides the user; fields of forms that were touched stay as they are. */
const savedSettings = [alertSettings, alertRules, alertLog, myTokens];

function readAnew(queries: QueryClient, queryKeysOfPages: QueryKey[]): void {
  for (const queryKey of queryKeysOfPages) readAfterChange(queries, queryKey);
}
