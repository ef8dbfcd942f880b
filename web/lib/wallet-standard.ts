import type {
  SolanaSignMessageFeature,
  SolanaSignTransactionFeature,
} from '@solana/wallet-standard-features';
import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount, WalletWithFeatures } from '@wallet-standard/base';
import type { StandardConnectFeature } from '@wallet-standard/features';
import type { PublicConfig } from '#contract/donation-routes.ts';

/** A Solana network as wallets name it. */
export type SolanaChain = `solana:${PublicConfig['network']}`;

/** A wallet that can connect and sign a transaction without sending it. To pay, nothing else is ever asked of it. */
export type PayingWallet = WalletWithFeatures<StandardConnectFeature & SolanaSignTransactionFeature>;

/** A wallet that can connect and sign words, which proves that it holds a key. */
export type MessageWallet = WalletWithFeatures<StandardConnectFeature & SolanaSignMessageFeature>;

/** The wallet shared no account that can sign words. */
export class NoSigningAccount extends Error {}

/** All wallets of this browser. The array is the same one until a wallet comes or goes. */
export function listWallets(): readonly Wallet[] {
  return getWallets().get();
}

/** Calls back when a wallet comes or goes: extensions may be ready later than the page. Returns the end. */
export function onWalletsChange(listener: () => void): () => void {
  const wallets = getWallets();
  const ends = [wallets.on('register', listener), wallets.on('unregister', listener)];
  return () => ends.forEach((end) => end());
}

/** Whether a wallet can pay on that network with what our server builds. */
export function canPay(wallet: Wallet, chain: SolanaChain): wallet is PayingWallet {
  const sign = wallet.features['solana:signTransaction'] as
    | SolanaSignTransactionFeature['solana:signTransaction']
    | undefined;
  return (
    wallet.chains.includes(chain) &&
    'standard:connect' in wallet.features &&
    sign?.supportedTransactionVersions.includes('legacy') === true
  );
}

/** Asks the wallet for its accounts; null when none of those that the person chose can sign on that network. */
export async function connectWallet(wallet: PayingWallet, chain: SolanaChain): Promise<WalletAccount | null> {
  const { accounts } = await wallet.features['standard:connect'].connect();
  return (
    accounts.find(
      (account) => account.chains.includes(chain) && account.features.includes('solana:signTransaction'),
    ) ?? null
  );
}

/** Has the wallet sign a transaction for that network. Base64 in and out; the wallet may have changed it. */
export async function signTransaction(
  wallet: PayingWallet,
  account: WalletAccount,
  { transaction, chain }: { transaction: string; chain: SolanaChain },
): Promise<string> {
  const [signed] = await wallet.features['solana:signTransaction'].signTransaction({
    account,
    chain,
    transaction: Uint8Array.from(atob(transaction), (letter) => letter.charCodeAt(0)),
  });
  if (signed === undefined) throw new Error('The wallet answered without a transaction.');
  return btoa(String.fromCharCode(...signed.signedTransaction));
}

/** Whether a wallet can sign words with a Solana key. */
export function canSignMessages(wallet: Wallet): wallet is MessageWallet {
  return 'standard:connect' in wallet.features && 'solana:signMessage' in wallet.features;
}

/**
 * Has a wallet sign words with the first account that it shares and that can. The signature is base64.
 * Throws `NoSigningAccount`, or the wallet's own error.
 */
export async function signMessage(wallet: MessageWallet, message: string): Promise<string> {
  const { accounts } = await wallet.features['standard:connect'].connect();
  const account = accounts.find(({ features }) => features.includes('solana:signMessage'));
  if (account === undefined) throw new NoSigningAccount();
  const [signed] = await wallet.features['solana:signMessage'].signMessage({
    account,
    message: new TextEncoder().encode(message),
  });
  if (signed === undefined) throw new Error('The wallet answered without a signature.');
  return btoa(String.fromCharCode(...signed.signature));
}

/** Whether a wallet's error means that the person said no: the code of EIP-1193, which wallets of Solana use as well. */
export function isRejection(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 4001;
}
