import { createSolanaRpcFromTransport, type RpcTransport } from '@solana/kit';
import { expect, test } from 'vitest';
import { Permanent, Transient } from '#server/app/outside.ts';
import { mostPriorityFeeLamports, readPriorityFee } from './priority-fee.ts';

const computeUnits = 600;

async function feeOf(recent: bigint[], expired = 0): Promise<bigint> {
  const result = recent.map((prioritizationFee, slot) => ({ slot: BigInt(slot), prioritizationFee }));
  return readPriorityFee(
    rpcThat(async () => ({ result })),
    [],
    { computeUnits, expired },
  );
}

function rpcThat(answer: () => Promise<unknown>) {
  return createSolanaRpcFromTransport(answer as RpcTransport);
}

test('the offer is what three in four recent blocks took', async () => {
  await expect(feeOf([0n, 300n, 100n, 200n])).resolves.toBe(300n);
  await expect(feeOf([9n, 0n, 0n, 0n, 0n, 0n, 0n, 0n])).resolves.toBe(0n);
  await expect(feeOf([])).resolves.toBe(0n);
});

test('the offer never costs more than its limit', async () => {
  const price = await feeOf([10n ** 12n]);
  const lamports = Number(price * BigInt(computeUnits)) / 1e6;
  expect(Math.ceil(lamports)).toBe(Number(mostPriorityFeeLamports));
});

test('what nobody took in time again offers more each time, up to the limit', async () => {
  const most = await feeOf([10n ** 12n]);
  const offers = [0, 1, 2, 3, 6, 7, 1000].map((expired) => feeOf([0n, 0n], expired));
  expect(await Promise.all(offers)).toEqual([0n, 0n, most / 5n, (most * 2n) / 5n, most, most, most]);
  expect([await feeOf([most], 2), await feeOf([most - 1n], 2)]).toEqual([most, most - 1n]);
});

test('a node that does not offer the call costs the priority, not the sweep', async () => {
  const refuse = rpcThat(() => Promise.reject(new Permanent('no such method')));
  await expect(readPriorityFee(refuse, [], { computeUnits, expired: 0 })).resolves.toBe(0n);
  const fail = rpcThat(() => Promise.reject(new Transient('away')));
  await expect(readPriorityFee(fail, [], { computeUnits, expired: 0 })).rejects.toThrow(Transient);
});
