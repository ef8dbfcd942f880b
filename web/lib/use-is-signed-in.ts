import { useSyncExternalStore } from 'react';
import { onTokenOfOtherTab, storedToken } from './stored-token.ts';

/** Whether this browser keeps a session, for pages without one of their own; false in what is rendered beforehand. */
export function useIsSignedIn(): boolean {
  return useSyncExternalStore(
    onTokenOfOtherTab,
    () => storedToken.get() !== null,
    () => false,
  );
}
