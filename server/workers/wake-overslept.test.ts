import { expect, onTestFinished, test, vi } from 'vitest';
import type { Ports } from '#server/app/ports.ts';
import { sweep, sweepTokensOn } from './sweep.ts';
import { withdraw } from './withdraw.ts';

const never = async () => null;
const log = { info: () => {}, warn: () => {}, error: () => {} };

test('whoever passes money on looks for what oversleeps', async () => {
  const wakeOverslept = vi.fn<() => Promise<void>>(async () => undefined);
  const jobs = { claim: never, nextDueAt: never, wakeOverslept };
  const hints = { on: () => () => undefined };
  const ports = {
    hints,
    sweeps: jobs,
    tokens: { sweeps: jobs },
    wallet: { withdrawals: jobs },
  } as unknown as Ports;
  for (const start of [sweep, sweepTokensOn, withdraw]) {
    wakeOverslept.mockClear();
    const worker = start(ports, log);
    onTestFinished(() => worker.stop());
    await vi.waitFor(() => expect(wakeOverslept).toHaveBeenCalled());
  }
});
