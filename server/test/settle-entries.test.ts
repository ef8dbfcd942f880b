import { expect, onTestFinished, test } from 'vitest';
import type { Donation } from '#server/domain/donation.ts';
import { settleEntries } from '#server/workers/settle-entries.ts';
import { until } from './test-client.ts';

type Ports = Parameters<typeof settleEntries>[0];
type Watches = Ports['watches'];
type Chain = Ports['chain'];
type Donations = Ports['donations'];

test('more than fits into one step is settled without a pause, nothing beyond the final slot, and what fails holds nothing back', async () => {
  const entries = Array.from({ length: 600 }, (_, index) => ({
    donationId: `donation ${index}`,
    address: `address ${index}`,
    signature: `signature ${String(index).padStart(3, '0')}`,
    slot: BigInt(index),
  }));
  const settled = new Set<string>();
  const asked: (string | undefined)[] = [];
  const listUnfinalized: Watches['listUnfinalized'] = async (limit, { after, upTo }) =>
    entries
      .filter(({ donationId, slot }) => !settled.has(donationId) && slot <= (upTo ?? slot))
      .filter(({ slot }) => after === null || slot > after.slot)
      .slice(0, limit);
  const readSignatures: Chain['readSignatures'] = async (signatures) => {
    asked.push(signatures[0]);
    const slots = signatures.map((signature) => BigInt(signature.slice(-3)));
    return { finalizedSlot: 599n, states: signatures.map(() => 'finalized' as const), slots };
  };
  const change: Donations['change'] = async (donationId) => {
    if (donationId === 'donation 3') throw new Error('It fails.');
    settled.add(donationId);
    return {} as Donation;
  };
  const ports = {
    watches: { listUnfinalized },
    chain: { readSignatures },
    donations: { change },
    clock: { now: () => new Date() },
  } as unknown as Ports;
  const worker = settleEntries(ports, { warn: () => undefined } as never, () => 549n);
  onTestFinished(() => worker.stop());
  await until(() => expect(settled.size).toBe(549));
  expect(asked).toEqual(['signature 000', 'signature 256', 'signature 512']);
});
