import { describe, expect, it, vi } from 'vitest';
import { CallProblem } from '#web/lib/call-problem.ts';
import type { PayingWallet } from '#web/lib/wallet-standard.ts';
import type { walletCall } from './wallet-call.ts';
import { payByWallet, type PaymentStage, WalletStopped } from './wallet-payment.ts';

const account = { address: 'payer', chains: ['solana:devnet'], features: ['solana:signTransaction'] };
const pay = 'sendPayment';

/** A wallet that does what it is told to, and a server that answers in turn; the last answer stays. */
function scene({
  connect = () => Promise.resolve({ accounts: [account] }),
  sign = ({ transaction }: { transaction: Uint8Array }) =>
    Promise.resolve([{ signedTransaction: Uint8Array.of(...transaction, 7) }]),
  sends = [{ signature: 's', state: 'seen' }],
}: {
  connect?: () => Promise<unknown>;
  sign?: (input: { transaction: Uint8Array }) => Promise<unknown>;
  sends?: unknown[];
} = {}) {
  const stages: PaymentStage[] = [];
  const stop = new AbortController();
  const answers = [...sends];
  const call = vi.fn<(name: string, input: unknown) => Promise<unknown>>(async (name) => {
    if (name !== pay) return { transaction: btoa('abc') };
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (answer instanceof Error) throw answer;
    return answer;
  });
  const wallet = {
    name: 'Test',
    features: { 'standard:connect': { connect }, 'solana:signTransaction': { signTransaction: sign } },
  } as unknown as PayingWallet;
  const paying = () =>
    payByWallet({
      wallet,
      chain: 'solana:devnet',
      donationId: 'd',
      amount: 0.05,
      signal: stop.signal,
      onStage: (stage) => stages.push(stage),
      call: call as unknown as typeof walletCall,
      pausesMs: [0, 0],
    });
  return { stages, stop, call, paying, sent: () => call.mock.calls.filter(([name]) => name === pay) };
}

const rejected = () => Promise.reject(Object.assign(new Error('no'), { code: 4001 }));
const broken = () => Promise.reject(new Error('broken'));
const offline = () => new CallProblem('offline', 0);
const refused = (code: 'donation_expired' | 'busy', status: number) => new CallProblem(code, status, 'No.');

describe('paying by a wallet', () => {
  it('connects, has the server build, has the wallet sign, and hands the signed bytes back', async () => {
    const { paying, stages, call } = scene();
    expect(await paying()).toBe('seen');
    expect(stages).toEqual(['connecting', 'preparing', 'signing', 'sending']);
    expect(call.mock.calls).toEqual([
      ['buildPayment', { params: { id: 'd' }, body: { payer: 'payer', amount: 0.05 } }],
      [pay, { params: { id: 'd' }, body: { transaction: btoa('abc\u0007') } }],
    ]);
  });

  it('ends without sending when the person says no, or the wallet cannot', async () => {
    const cases = [
      [scene({ connect: rejected }), 'rejected'],
      [scene({ sign: rejected }), 'rejected'],
      [scene({ connect: broken }), 'connecting'],
      [scene({ sign: broken }), 'signing'],
      [scene({ sign: () => Promise.resolve([]) }), 'signing'],
      [scene({ connect: () => Promise.resolve({ accounts: [] }) }), 'noAccount'],
    ] as const;
    for (const [{ paying, sent }, why] of cases) {
      const error = await paying().catch((caught: unknown) => caught);
      expect(error).toBeInstanceOf(WalletStopped);
      expect(error).toMatchObject({ why });
      expect(sent()).toEqual([]);
    }
  });

  it('sends nothing that is signed after the person stopped waiting', async () => {
    const late = Promise.withResolvers<unknown>();
    const { paying, stop, sent, stages } = scene({ sign: () => late.promise });
    const ended = paying().catch((caught: unknown) => caught);
    await vi.waitFor(() => expect(stages).toContain('signing'), 10_000);
    stop.abort();
    expect(await ended).toBe(stop.signal.reason);
    late.resolve([{ signedTransaction: Uint8Array.of(1) }]);
    await Promise.resolve();
    expect(sent()).toEqual([]);
  });
});

describe('a signed payment', () => {
  it('goes to the server again, the same, when no answer came', async () => {
    const { paying, sent } = scene({ sends: [offline(), { signature: 's', state: 'sent' }] });
    expect(await paying()).toBe('sent');
    expect(sent()).toHaveLength(2);
    expect(sent()[0]).toEqual(sent()[1]);
  });

  it('is unknown, never refused, when no answer came at all', async () => {
    const { paying, sent } = scene({ sends: [offline()] });
    expect(await paying()).toBe('unknown');
    expect(sent()).toHaveLength(3);
  });

  it('is unknown when it is refused after an answer was missing: it may have gone out before', async () => {
    const { paying } = scene({ sends: [offline(), refused('donation_expired', 409)] });
    expect(await paying()).toBe('unknown');
  });

  it('is refused with the server’s words, and tried again only when it was too busy', async () => {
    const expired = scene({ sends: [refused('donation_expired', 409)] });
    await expect(expired.paying()).rejects.toMatchObject({ code: 'donation_expired' });
    expect(expired.sent()).toHaveLength(1);
    const busy = scene({ sends: [refused('busy', 429)] });
    await expect(busy.paying()).rejects.toMatchObject({ code: 'busy' });
    expect(busy.sent()).toHaveLength(3);
  });
});
