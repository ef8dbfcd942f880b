import { expect, onTestFinished, test, vi } from 'vitest';
import type { LedgerStore } from '#server/app/money/ledger-check.ts';
import { type Meter, noMeter } from '#server/app/meter.ts';
import type { Ports } from '#server/app/ports.ts';
import type { TokenStore, TokenWatchStore } from '#server/app/token-ports.ts';
import { startTokenWorkers } from './token-workers.ts';

const never = async () => null;

test('a server that began before any token was known reads what another one has taken', async () => {
  const listKnown = vi.fn<TokenStore['listKnown']>(async () => []);
  const claimDue = vi.fn<TokenWatchStore['claimDue']>(async () => ({
    watches: [],
    until: new Date(),
  }));
  const wakeOverslept = vi.fn<TokenWatchStore['wakeOverslept']>(async () => undefined);
  const isMyTurn = vi.fn<LedgerStore['isMyTurn']>(async () => true);
  const ledgerCompared = vi.fn<Meter['ledgerCompared']>();
  const ports = {
    clock: { now: () => new Date() },
    hints: { on: () => () => undefined },
    tokens: {
      store: { listKnown },
      watches: { claimDue, wakeOverslept },
      sweeps: { claim: never, nextDueAt: never, wakeOverslept },
      chain: {
        feePayerFunds: async () => ({ lamports: 1n, lowLamports: 0n }),
        readFinal: async () => [new Map([['account', 5n]])],
      },
    },
  } as unknown as Ports;
  const worker = startTokenWorkers(
    ports,
    { info: () => {}, warn: () => {}, error: () => {} },
    {
      ledger: {
        isMyTurn,
        listDiffering: async () => [],
        listMoved: async () => [{ address: 'account', donationId: 'd', lamports: 5n, isMoving: false }],
        noteAgrees: async () => false,
      } as unknown as LedgerStore,
      meter: { ...noMeter, ledgerCompared },
      finalizedSlot: () => null,
    },
  );
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(listKnown).toHaveBeenCalled(), 10_000);
  expect(claimDue).not.toHaveBeenCalled();

  listKnown.mockResolvedValue([{ mint: 'm' } as never]);
  worker.wake();
  await vi.waitFor(() => {
    expect(claimDue).toHaveBeenCalled();
    expect(wakeOverslept).toHaveBeenCalled();
    expect(ledgerCompared).toHaveBeenCalledWith('tokens', 1);
  }, 10_000);
  // And once only.
  const looks = listKnown.mock.calls.length;
  worker.wake();
  await worker.stop();
  expect(listKnown).toHaveBeenCalledTimes(looks);
});
