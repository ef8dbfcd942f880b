import type { WalletAccount } from '@wallet-standard/base';
import type { RouteReply } from '#contract/routes.ts';
import { CallProblem } from '#web/lib/call-problem.ts';
import {
  connectWallet,
  isRejection,
  type PayingWallet,
  signTransaction,
  type SolanaChain,
} from '#web/lib/wallet-standard.ts';
import type { walletCall } from './wallet-call.ts';

/** What a person waits for while they pay, in order. */
export type PaymentStage = 'connecting' | 'preparing' | 'signing' | 'sending';

/** What the server knows of a payment that was sent; never that it arrived. */
export type SentState = RouteReply<'sendPayment'>['state'];

/** The wallet ended the payment; nothing was sent. */
export class WalletStopped extends Error {
  readonly why: 'rejected' | 'noAccount' | 'connecting' | 'signing';

  constructor(why: WalletStopped['why'], cause?: unknown) {
    super(`The wallet stopped: ${why}.`, { cause });
    this.name = 'WalletStopped';
    this.why = why;
  }
}

interface WalletPayment {
  wallet: PayingWallet;
  chain: SolanaChain;
  donationId: string;
  /** SOL. */
  amount: number;
  /** Aborted: the person does not want to wait for the wallet. Nothing is sent after that. */
  signal: AbortSignal;
  onStage: (stage: PaymentStage) => void;
  call: typeof walletCall;
  /** Pauses before the same signed bytes are sent to our server once more. */
  pausesMs?: readonly number[];
}

/**
 * Pays by a wallet: connect, have our server build the transfer, have it signed, have our server send it.
 *
 * Throws `WalletStopped`, the server's refusal as `CallProblem`, or what `signal` was aborted with; then nothing was
 * paid. A server that cannot be reached once the wallet has signed is `unknown`: it may have sent the payment before.
 */
export async function payByWallet(payment: WalletPayment): Promise<SentState> {
  const { wallet, chain, donationId, amount, signal, onStage, call } = payment;
  onStage('connecting');
  const account = await ask('connecting', signal, () => connectWallet(wallet, chain));
  if (account === null) throw new WalletStopped('noAccount');
  onStage('preparing');
  const body = { payer: account.address, amount };
  const built = await call('buildPayment', { params: { id: donationId }, body });
  const signed = await sign(payment, account, built.transaction);
  onStage('sending');
  return await send(payment, signed);
}

async function sign(
  { wallet, chain, signal, onStage }: WalletPayment,
  account: WalletAccount,
  transaction: string,
): Promise<string> {
  signal.throwIfAborted();
  onStage('signing');
  return await ask('signing', signal, () => signTransaction(wallet, account, { transaction, chain }));
}

/** Waits for the wallet only as long as the person does: some wallets never answer when their window is closed. */
async function ask<Answer>(
  stage: 'connecting' | 'signing',
  signal: AbortSignal,
  work: () => Promise<Answer>,
): Promise<Answer> {
  signal.throwIfAborted();
  const stopped = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(), stopped]);
  } catch (error) {
    signal.throwIfAborted();
    throw new WalletStopped(isRejection(error) ? 'rejected' : stage, error);
  }
}

/** The same bytes again pay once, so what got no answer is sent again. */
async function send(
  { donationId, call, pausesMs = [1000, 3000] }: WalletPayment,
  transaction: string,
): Promise<SentState> {
  let mayHaveBeenSent = false;
  for (const pauseMs of [...pausesMs, null]) {
    try {
      return (await call('sendPayment', { params: { id: donationId }, body: { transaction } })).state;
    } catch (error) {
      mayHaveBeenSent ||= isWithoutAnswer(error);
      const isLast = pauseMs === null || !isWorthRepeating(error);
      if (isLast && !mayHaveBeenSent) throw error;
      if (isLast) return 'unknown';
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return 'unknown';
}

/** No answer, or one that does not say what became of the payment. */
function isWithoutAnswer(error: unknown): boolean {
  return error instanceof CallProblem && (!error.fromServer || error.status >= 500);
}

function isWorthRepeating(error: unknown): boolean {
  return isWithoutAnswer(error) || (error instanceof CallProblem && error.status === 429);
}
