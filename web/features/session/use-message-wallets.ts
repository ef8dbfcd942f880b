import { useMemo, useSyncExternalStore } from 'react';
import {
  canSignMessages,
  listWallets,
  type MessageWallet,
  onWalletsChange,
} from '#web/lib/wallet-standard.ts';

/** The wallets of this browser that can sign words, also those that come later. */
export function useMessageWallets(): readonly MessageWallet[] {
  const all = useSyncExternalStore(onWalletsChange, listWallets);
  return useMemo(() => all.filter(canSignMessages), [all]);
}
