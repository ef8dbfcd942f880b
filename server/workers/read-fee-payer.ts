import type { Log } from '#server/app/log.ts';
import type { Ports } from '#server/app/ports.ts';
import { startWorker, type Worker } from './work-loop.ts';

const everyMs = 30_000;
/** Somebody who sends it SOL watches the page. */
const whileLowMs = 5000;

/** Notes what the fee payer of tokens holds, so that the operator's page and alarms know without asking the chain. */
export function readFeePayer({ tokens, clock }: Pick<Ports, 'tokens' | 'clock'>, log: Log): Worker {
  return startWorker({
    name: 'read-fee-payer',
    log,
    maxIdleMs: everyMs,
    step: async () => {
      const funds = await tokens.chain.feePayerFunds();
      await tokens.store.noteFeePayer({ address: tokens.chain.feePayer, ...funds });
      return funds.lamports < funds.lowLamports ? new Date(clock.now().getTime() + whileLowMs) : null;
    },
  });
}
