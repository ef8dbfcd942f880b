import { setTimeout as sleep } from 'node:timers/promises';
import type { KeyPath } from '#server/domain/donation.ts';
import type { OwnedAddress, SignedSweep, SweepChain, SweepRefusal } from '#server/app/sweep-ports.ts';
import type { SigningVault } from '#server/solana/key-vault.ts';
import type { FoundAddress } from '#server/solana/scan-addresses.ts';
import { restAfterFailures } from './rest-after-failures.ts';
import type { Unmoved } from './sweep-everything.ts';
import { withPatience } from './with-patience.ts';

/** What was moved, and what was not. */
export interface SweptWithoutBooks {
  lamports: bigint;
  feeLamports: bigint;
  transfers: number;
  unmoved: Unmoved[];
}

/** What moving needs, and whom a path belongs to. */
interface SweepNeeds {
  sweepChain: SweepChain;
  vault: Pick<SigningVault, 'addressOf'>;
  ownerOf: (path: KeyPath) => KeyPath;
  /** Money that the finalized chain does not show so long after it was found has been moved by somebody else. */
  finalMs?: number;
  /** What waits after a transfer that landed and failed; a timer unless given. */
  wait?: (ms: number) => Promise<unknown>;
}

/** Why something stays where it is. */
type Refusal = SweepRefusal | { refused: 'failed_each_time'; chainLamports: bigint };

/** Twice what a cluster takes to make a transaction final. */
const usualFinalMs = 30_000;
const pollMs = 2000;
/** A transfer that nobody has seen is sent again after so many looks. */
const looksPerSend = 5;
/** Transfers on their way, which wait most of the time, and those that are just being signed. */
const onTheirWay = 512;
const beingSigned = 8;

/**
 * Sends everything on each address to its owner's generated wallet, without any database: the money of another
 * cluster is in no books. Each signed transfer is sent until it landed or never can. Ended in the middle, it is simply
 * run again: a second transfer of the same money fails, and goes to the same owner.
 */
export async function sweepWithoutBooks(
  { sweepChain, vault, ownerOf, finalMs = usualFinalMs, wait }: SweepNeeds,
  deposits: readonly FoundAddress[],
  onProgress: (done: number) => void,
): Promise<SweptWithoutBooks> {
  const swept: SweptWithoutBooks = { lamports: 0n, feeLamports: 0n, transfers: 0, unmoved: [] };
  let done = 0;
  const inTurn = takeTurns(beingSigned);
  const passOn = async (from: FoundAddress): Promise<Unmoved | null> => {
    const ownerPath = ownerOf(from.path);
    const owner = { path: ownerPath, address: await vault.addressOf(ownerPath) };
    const landed = await sweepOne(
      { ...sweepChain, sign: (request) => inTurn(() => withPatience(() => sweepChain.sign(request))) },
      from,
      { owner, finalMs, ...(wait && { wait }) },
    );
    if (landed !== null && 'refused' in landed) {
      return { address: from.address, reason: explain(landed) };
    }
    swept.lamports += landed?.lamports ?? 0n;
    swept.feeLamports += landed?.feeLamports ?? 0n;
    swept.transfers += landed === null ? 0 : 1;
    onProgress((done += 1));
    return null;
  };
  const passOnAll = async (addresses: readonly FoundAddress[]): Promise<FoundAddress[]> => {
    const queue = addresses.values();
    const left: FoundAddress[] = [];
    swept.unmoved = [];
    const work = async (): Promise<void> => {
      for (const address of queue) {
        const unmoved = await passOn(address);
        if (unmoved === null) continue;
        left.push(address);
        swept.unmoved.push(unmoved);
      }
    };
    await Promise.all(Array.from({ length: onTheirWay }, work));
    return left;
  };
  // What cannot pay for itself may be paid for by a wallet that has received the rest.
  await passOnAll(await passOnAll(deposits));
  return swept;
}

const reasons: Readonly<Record<string, string>> = {
  would_fail: 'the chain would refuse the transfer, so nothing was sent',
  failed_each_time: 'its transfer landed and failed each time; run this again later',
};

function explain({ refused, chainLamports }: Refusal): string {
  const tooLittle = 'too little to pay for its own transfer, and its streamer’s wallet cannot pay either';
  return `${chainLamports} lamports: ${reasons[refused] ?? tooLittle}`;
}

/** The refusal when it cannot be moved now; null when nothing is there any more. */
async function sweepOne(
  sweepChain: SweepChain,
  from: FoundAddress,
  { owner, finalMs, wait }: { owner: OwnedAddress; finalMs: number } & Pick<SweepNeeds, 'wait'>,
): Promise<SignedSweep | Refusal | null> {
  const finalBy = performance.now() + finalMs;
  let lamports = from.lamports;
  let expired = 0;
  let failed = 0;
  for (;;) {
    const signed = await sweepChain.sign({ from, owner, destination: owner.address, lamports, expired });
    if ('refused' in signed) {
      if (signed.refused !== 'books_differ') return signed;
      // It was moved since it was found; or it came just before that and is not final yet.
      if (signed.chainLamports > 0n) lamports = signed.chainLamports;
      else if (performance.now() > finalBy) return null;
      await nextBeat();
      continue;
    }
    const end = await follow(sweepChain, signed, from.address);
    if (end === 'landed') return signed;
    if (end === 'expired') expired += 1;
    else if (!(await restAfterFailures((failed += 1), wait)))
      return { refused: 'failed_each_time', chainLamports: lamports };
  }
}

/** How a transfer ended. `failed`: it landed, and cost its fee. */
async function follow(
  sweepChain: SweepChain,
  signed: SignedSweep,
  address: string,
): Promise<'landed' | 'failed' | 'expired'> {
  for (let look = 0; ; look += 1) {
    if (look % looksPerSend === 0)
      await withPatience(() => (look === 0 ? sweepChain.send(signed.raw) : sweepChain.sendAgain(signed.raw)));
    await nextBeat();
    const outcome = await withPatience(() => sweepChain.outcome(signed, address));
    if (outcome.state === 'landed') return outcome.entry.succeeded ? 'landed' : 'failed';
    if (outcome.state === 'expired') return 'expired';
  }
}

/** Everybody waits for the same moment, so that what they ask then goes to the node together. */
async function nextBeat(): Promise<void> {
  await sleep(pollMs - (performance.now() % pollMs));
}

/** Lets so many pieces of work run at the same time; the others wait. */
function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // Whoever waits takes over the place.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  };
}
