import { expect, onTestFinished, test, vi } from 'vitest';
import type { LedgerStore } from '#server/app/ledger-check.ts';
import { noMeter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import type { TokenStore, TokenWatchStore } from '#server/app/token-ports.ts';
import { startTokenWorkers } from './token-workers.ts';

const never = async () => null;

test('a server that began before any token was known reads what another one has taken', async () => {
  const listKnown = vi.fn<TokenStore['listKnown']>(async () => []);
  const claimDue = vi.fn<TokenWatchStore['claimDue']>(async () => []);
  const wakeOverslept = vi.fn<TokenWatchStore['wakeOverslept']>(async () => undefined);
  const isMyTurn = vi.fn<LedgerStore['isMyTurn']>(async () => false);
  const ports = {
    clock: { now: () => new Date() },
    hints: { on: () => () => undefined },
    tokens: {
      store: { listKnown },
      watches: { claimDue, wakeOverslept },
      sweeps: { claim: never, nextDueAt: never, wakeOverslept },
      chain: { feePayerFunds: async () => ({ lamports: 1n, lowLamports: 0n }) },
    },
  } as unknown as Ports;
  const worker = startTokenWorkers(
    ports,
    { info: () => {}, warn: () => {}, error: () => {} },
    { ledger: { isMyTurn } as unknown as LedgerStore, meter: noMeter, finalizedSlot: () => null },
  );
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(listKnown).toHaveBeenCalled(), 10_000);
  expect(claimDue).not.toHaveBeenCalled();

  listKnown.mockResolvedValue([{ mint: 'm' } as never]);
  worker.wake();
  await vi.waitFor(() => {
    expect(claimDue).toHaveBeenCalled();
    expect(wakeOverslept).toHaveBeenCalled();
    expect(isMyTurn).toHaveBeenCalled();
  }, 10_000);
  // And once only.
  const looks = listKnown.mock.calls.length;
  worker.wake();
  await worker.stop();
  expect(listKnown).toHaveBeenCalledTimes(looks);
});
