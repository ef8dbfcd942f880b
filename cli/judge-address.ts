import type { DonationAddress } from '#server/postgres/money/address-list.ts';

/** What is to be said of an address. */
export interface Judgement {
  verdict: 'right' | 'moving' | 'waiting' | 'differs' | 'wrong';
  reason: string;
}

/** What the finalized chain says. */
interface ChainFacts {
  lamports: bigint;
  rentMinimum: bigint;
  /** Transfers that nobody can explain. */
  strays: readonly string[];
}

/** What a plain transfer costs; with less nothing can be moved by itself. */
const transferFee = 5000n;

/**
 * Whether books and chain agree on an address (decisions: 'Books').
 *
 * | verdict | when |
 * |---|---|
 * | wrong | money went where it does not belong; or a transfer moved another amount than it was signed for |
 * | differs | the chain has another balance than the books and nothing is on its way: wrong, unless it only was not read yet |
 * | moving | a transaction is not final yet, or a transfer is on its way: balances may differ meanwhile |
 * | waiting | they agree, and money is there that nothing moves yet |
 * | right | they agree, and nothing is there |
 */
export function judgeAddress(donation: DonationAddress, chain: ChainFacts): Judgement {
  const books = donation.inLamports - donation.outLamports;
  const foreign = donation.foreign.reduce((sum, { lamports }) => sum + lamports, 0n);
  if (chain.strays.length > 0) {
    return wrong(`money went elsewhere by ${chain.strays.join(', ')}: whoever did that has the key`);
  }
  if (donation.outLamports - foreign !== donation.explainedLamports) {
    return wrong(
      `${donation.outLamports - foreign} lamports went, the signed transfers say ${donation.explainedLamports}`,
    );
  }
  const isMoving = donation.unfinalized > 0 || donation.hasLiveSweep;
  if (books !== chain.lamports) {
    if (isMoving) return moving;
    const reason = `the books say ${books} lamports, the chain ${chain.lamports}: npm run brava -- rescan --address ${donation.address}`;
    return { verdict: 'differs', reason };
  }
  if (books === 0n) return { verdict: 'right', reason: '' };
  if (isMoving) return moving;
  return { verdict: 'waiting', reason: whyWaiting(donation, chain) };
}

const moving: Judgement = { verdict: 'moving', reason: 'on its way' };

function whyWaiting(donation: DonationAddress, { lamports, rentMinimum }: ChainFacts): string {
  if (donation.status === 'PENDING')
    return 'the donation is still open: nothing is moved before it is paid or expired';
  if (lamports <= transferFee) return 'dust: less than the fee of moving it; its streamer’s wallet must pay';
  if (lamports < rentMinimum + transferFee) {
    return 'payer trap: it cannot pay a fee and keep what the chain demands meanwhile; its streamer’s wallet must pay';
  }
  return donation.lastError ?? 'about to be moved';
}

function wrong(reason: string): Judgement {
  return { verdict: 'wrong', reason };
}
