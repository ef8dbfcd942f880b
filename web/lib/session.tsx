import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { User } from '#contract/account.ts';
import { fetchCurrentUser } from './current-user.ts';
import { endSession, sendHeldBackWith, sessionCall, sessionEvents } from './session-call.ts';
import { onTokenOfOtherTab, storedToken } from './stored-token.ts';

interface Session {
  user: User | null;
  /** True until the stored token has been checked. */
  loading: boolean;
  /** Somebody was signed in here, and the session was ended from elsewhere. */
  wasEnded: boolean;
  /** Keeps user and token of a login or registration. */
  signIn: (user: User, token: string) => void;
  /** Ends the session here and goes to /login, while it ends on the server. */
  signOut: () => void;
  /** Reads the user again; a failure is only logged and the session stays. */
  refresh: () => Promise<void>;
  /** Puts in a user that the server has just sent. One who is not signed in here any more stays out. */
  update: (user: User) => void;
}

const SessionContext = createContext<Session | null>(null);

/** Holds who is signed in (spec §4, 'Session'). */
export function SessionProvider({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const [user, setUser] = useState<User | null>(null);
  const [loading, setLoading] = useState(() => storedToken.get() !== null);
  const [wasEnded, setWasEnded] = useState(false);
  const isSignedIn = useRef(false);
  const updates = useRef(0);

  const forget = useCallback(() => {
    updates.current += 1;
    storedToken.clear();
    setUser(null);
    setLoading(false);
  }, []);
  const forgetEnded = useCallback(() => {
    if (isSignedIn.current) setWasEnded(true);
    forget();
  }, [forget]);

  useEffect(() => checkStoredToken(setUser, setLoading, forget), [forget]);

  const userId = user?.id;
  useEffect(() => {
    if (userId === undefined) return undefined;
    isSignedIn.current = true;
    return () => {
      isSignedIn.current = false;
      sessionEvents.dispatchEvent(new Event('ended'));
    };
  }, [userId]);

  useEffect(() => {
    const leave = () => {
      forgetEnded();
      void navigate('/login', { replace: true });
    };
    sessionEvents.addEventListener('lost', leave);
    return () => sessionEvents.removeEventListener('lost', leave);
  }, [forgetEnded, navigate]);

  useEffect(() => {
    let endCheck: (() => void) | undefined;
    const ended = onTokenOfOtherTab((token, before) => {
      sendHeldBackWith(before);
      endCheck?.();
      if (token === null) forgetEnded();
      else {
        // Nothing of one streamer may come late to a page that now acts for another.
        updates.current += 1;
        endCheck = checkStoredToken(setUser, setLoading, forget);
      }
    });
    return () => {
      endCheck?.();
      ended();
    };
  }, [forget, forgetEnded]);

  const session = useMemo<Session>(
    () => ({
      user,
      loading,
      wasEnded,
      signIn: (signedIn, token) => {
        updates.current += 1;
        sessionEvents.dispatchEvent(new Event('signed-in'));
        storedToken.set(token);
        setWasEnded(false);
        setUser(signedIn);
        setLoading(false);
      },
      signOut: () => {
        endSession().catch((error: unknown) => console.warn('Signing out on the server failed.', error));
        // At once, while the call is under way with the token: nothing on the page may still ask with one that has ended. And
        // by the time of a slow answer the streamer may have gone elsewhere.
        forget();
        void navigate('/login', { replace: true });
      },
      refresh: async () => {
        const before = updates.current;
        try {
          const read = await fetchCurrentUser(sessionCall);
          // What was put in meanwhile is newer, and who has signed out stays out.
          if (updates.current === before) setUser(read);
        } catch (error) {
          console.warn('The account could not be read again.', error);
        }
      },
      update: (sent) => {
        updates.current += 1;
        setUser((now) => (now?.id === sent.id ? sent : now));
      },
    }),
    [user, loading, wasEnded, forget, navigate],
  );
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** The session of the page. Throws outside the provider. */
export function useSession(): Session {
  const session = use(SessionContext);
  if (session === null) throw new Error('useSession needs a SessionProvider above it.');
  return session;
}

/** The signed-in streamer, in pages that stand behind the sign-in. */
export function useUser(): User {
  const { user } = useSession();
  if (user === null) throw new Error('useUser is only for pages behind the sign-in.');
  return user;
}

/**
 * If the check fails, for whatever reason, the streamer is signed out (spec §8). It counts only for the token
 * that it began with: whoever signs in meanwhile stays. Returns the effect's clean-up.
 */
function checkStoredToken(
  setUser: (user: User) => void,
  setLoading: (loading: boolean) => void,
  forget: () => void,
): () => void {
  let gone = false;
  const token = storedToken.get();
  const isOver = () => gone || storedToken.get() !== token;
  const check = async () => {
    try {
      const user = await fetchCurrentUser(sessionCall);
      if (isOver()) return;
      setUser(user);
      setLoading(false);
    } catch (error) {
      console.warn('The stored session could not be used.', error);
      if (!isOver()) forget();
    }
  };
  if (token !== null) void check();
  return () => {
    gone = true;
  };
}
