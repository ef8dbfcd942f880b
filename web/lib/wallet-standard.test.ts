import type { Wallet } from '@wallet-standard/base';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type * as Standard from './wallet-standard.ts';

const account = {
  address: 'a',
  publicKey: new Uint8Array(32),
  chains: ['solana:devnet'],
  features: ['solana:signTransaction'],
} as const;
const connect = { version: '1.0.0', connect: () => Promise.resolve({ accounts: [account] }) };
const sign = {
  version: '1.0.0',
  supportedTransactionVersions: ['legacy', 0],
  signTransaction: ({ transaction }: { transaction: Uint8Array }) =>
    Promise.resolve([{ signedTransaction: transaction.map((byte) => 255 - byte) }]),
};

function walletOf(given: object = {}): Wallet {
  return {
    version: '1.0.0',
    name: 'Test',
    icon: 'data:image/svg+xml;base64,',
    chains: ['solana:mainnet', 'solana:devnet'],
    features: { 'standard:connect': connect, 'solana:signTransaction': sign },
    accounts: [],
    ...given,
  };
}

let standard: typeof Standard;
const page = new EventTarget();
beforeAll(async () => {
  vi.stubGlobal('window', page);
  // It listens from its first import on, which another test's may have been.
  vi.resetModules();
  standard = await import('./wallet-standard.ts');
});
afterAll(() => void vi.unstubAllGlobals());

/** Announces a wallet as extensions do, whichever of page and wallet is first. */
function announce(wallet: Wallet): void {
  const register = (api: { register: (wallet: Wallet) => void }) => api.register(wallet);
  page.dispatchEvent(Object.assign(new Event('wallet-standard:register-wallet'), { detail: register }));
}

describe('wallets of a browser', () => {
  it('are found when they come later than the page', () => {
    const heard = vi.fn<() => void>();
    expect(standard.listWallets()).toEqual([]);
    const end = standard.onWalletsChange(heard);
    const wallet = walletOf();
    announce(wallet);
    expect(standard.listWallets()).toEqual([wallet]);
    expect(standard.listWallets()).toBe(standard.listWallets());
    expect(heard).toHaveBeenCalledTimes(1);
    end();
    announce(walletOf({ name: 'Another' }));
    expect(heard).toHaveBeenCalledTimes(1);
  });

  it('pay only with connect, signTransaction, our format and the network of the server', () => {
    const lacking: [string, Wallet][] = [
      ['network', walletOf({ chains: ['solana:mainnet'] })],
      ['connect', walletOf({ features: { 'solana:signTransaction': sign } })],
      ['signing', walletOf({ features: { 'standard:connect': connect } })],
      [
        'format',
        walletOf({
          features: {
            'standard:connect': connect,
            'solana:signTransaction': { ...sign, supportedTransactionVersions: [0] },
          },
        }),
      ],
    ];
    expect(standard.canPay(walletOf(), 'solana:devnet')).toBe(true);
    for (const [what, wallet] of lacking) expect(standard.canPay(wallet, 'solana:devnet'), what).toBe(false);
  });
});

/** A wallet that can pay. */
function open(): Standard.PayingWallet {
  const wallet = walletOf();
  if (!standard.canPay(wallet, 'solana:devnet')) throw new Error('This wallet of the test can pay');
  return wallet;
}

describe('a wallet', () => {
  it('gives the account that can sign on the network, or none', async () => {
    const wallet = open();
    expect(await standard.connectWallet(wallet, 'solana:devnet')).toBe(account);
    expect(await standard.connectWallet(wallet, 'solana:testnet')).toBe(null);
  });

  it('gets the bytes as they are, and what it signed comes back byte by byte', async () => {
    const bytes = Array.from({ length: 256 }, (_, value) => value);
    const transaction = Buffer.from(bytes).toString('base64');
    const request = { transaction, chain: 'solana:devnet' } as const;
    const signed = await standard.signTransaction(open(), account, request);
    expect([...Buffer.from(signed, 'base64')]).toEqual(bytes.map((value) => 255 - value));
  });

  it('says no with the code 4001', () => {
    expect(standard.isRejection({ code: 4001 })).toBe(true);
    for (const other of [new Error('User rejected the request.'), { code: -32603 }, null, undefined, 4001])
      expect(standard.isRejection(other)).toBe(false);
  });
});
