import type { Page } from '@playwright/test';
import { getBase58Decoder } from '@solana/kit';

/** A key as a wallet extension holds it. */
export interface WalletKey {
  address: string;
  /** PKCS #8, base64. */
  secret: string;
  /** Raw, base64. */
  publicKey: string;
}

/** How a wallet behaves. */
export interface WalletInPage {
  name: string;
  /** What its person says when they are asked to sign; `nothing`: they close its window. */
  answer: 'signs' | 'rejects' | 'nothing';
  key: WalletKey;
  chains?: string[];
  /** It signs words too; to pay, nobody may ask for that. */
  signsMessages?: true;
}

/** A key with nothing on it. */
export async function createWalletKey(): Promise<WalletKey> {
  const pair = await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify']);
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  return {
    address: getBase58Decoder().decode(publicKey),
    secret: Buffer.from(await crypto.subtle.exportKey('pkcs8', pair.privateKey)).toString('base64'),
    publicKey: Buffer.from(publicKey).toString('base64'),
  };
}

/** Puts a wallet into a page before it is opened; it announces itself by the events of the Wallet Standard. */
export async function addWallet(page: Page, wallet: WalletInPage): Promise<void> {
  await page.addInitScript(registerWallet, { chains: ['solana:mainnet', 'solana:devnet'], ...wallet });
}

/** What wallets of a page were asked for, in order. */
export async function askedOfWallets(page: Page): Promise<string[]> {
  return await page.evaluate(() => (globalThis as { askedOfWallets?: string[] }).askedOfWallets ?? []);
}

/** Runs in the page, so it holds everything that it needs. */
function registerWallet({
  name,
  answer,
  key,
  chains,
  signsMessages,
}: WalletInPage & { chains: string[] }): void {
  const [publicKey, pkcs8] = [key.publicKey, key.secret].map((text) =>
    Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)),
  );
  const asked = ((globalThis as { askedOfWallets?: string[] }).askedOfWallets ??= []);
  const ask =
    <Input extends unknown[], Output>(what: string, act: (...input: Input) => Output) =>
    (...input: Input): Output => {
      asked.push(`${name}: ${what}`);
      return act(...input);
    };
  const refuse = () => Promise.reject(new Error(`A payment needs nothing of this from ${name}.`));
  const account = {
    address: key.address,
    publicKey,
    chains,
    features: ['solana:signTransaction', 'solana:signAndSendTransaction', 'solana:signMessage'],
  };

  const signBytes = async (bytes: Uint8Array<ArrayBuffer>) => {
    if (answer === 'rejects') throw Object.assign(new Error('User rejected the request.'), { code: 4001 });
    if (answer === 'nothing') return await new Promise<never>(() => undefined);
    const secret = await crypto.subtle.importKey('pkcs8', pkcs8 ?? new Uint8Array(), 'Ed25519', false, [
      'sign',
    ]);
    return await crypto.subtle.sign('Ed25519', secret, bytes);
  };
  const signMessage = async ({ message }: { message: Uint8Array<ArrayBuffer> }) => [
    { signedMessage: message, signature: new Uint8Array(await signBytes(message)) },
  ];
  /** Everything before the message is the one empty place for a signature. */
  const sign = async ({ transaction }: { transaction: Uint8Array<ArrayBuffer> }) => {
    const signature = await signBytes(transaction.slice(65));
    const signedTransaction = Uint8Array.from(transaction);
    signedTransaction.set(new Uint8Array(signature), 1);
    return [{ signedTransaction }];
  };

  const wallet = Object.freeze({
    version: '1.0.0',
    name,
    icon: `data:image/svg+xml;base64,${btoa('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="5" fill="#ab9ff2"/><circle cx="10" cy="10" r="5" fill="#fff"/></svg>')}`,
    chains,
    accounts: [],
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: ask('connect', () => Promise.resolve({ accounts: [account] })),
      },
      'solana:signTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signTransaction: ask('signTransaction', sign),
      },
      'solana:signAndSendTransaction': {
        version: '1.0.0',
        supportedTransactionVersions: ['legacy', 0],
        signAndSendTransaction: ask('signAndSendTransaction', refuse),
      },
      'solana:signMessage': {
        version: '1.0.0',
        signMessage: ask('signMessage', signsMessages ? signMessage : refuse),
      },
    },
  });

  const register = ({ register: hand }: { register: (wallet: unknown) => void }) => hand(wallet);
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
  window.addEventListener('wallet-standard:app-ready', (event) => register((event as CustomEvent).detail));
}
