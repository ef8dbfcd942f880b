import { address as toAddress } from '@solana/kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Transient } from '#server/app/outside.ts';
import { openPost, type PostText } from '#server/solana/post-text.ts';
import { createRpcClient } from '#server/solana/rpc-client.ts';
import { listTokenAccounts } from '#server/solana/token-accounts.ts';
import { rescueTokens } from '#server/solana/token-rescue.ts';
import { forFile } from '#server/test/for-file.ts';
import { freshKey, startTestChain } from '#server/test/solana-fixture.ts';
import { issueToken } from '#server/test/token-fixture.ts';

const chain = forFile(startTestChain);

/** A node that has tried each transfer before it takes it; `between` happens before it lands. */
function openSlowNode(url: string, between: () => Promise<void>): PostText {
  const post = openPost(url, Infinity);
  return async (text, signal) => {
    const request = JSON.parse(text) as { method: string; params: [string, object] };
    if (request.method !== 'sendTransaction') return await post(text, signal);
    await between();
    const [wire, config] = request.params;
    const params = [wire, { ...config, skipPreflight: true }];
    return await post(JSON.stringify({ ...request, params }), signal);
  };
}

/** A node that takes each transfer and whose first answers are lost, so that it is asked again once it has landed. */
function openForgetfulNode(url: string, answers: number): PostText {
  const post = openPost(url, Infinity);
  let lost = 0;
  return async (text, signal) => {
    const answer = await post(text, signal);
    if (lost >= answers || !text.includes('"sendTransaction"')) return answer;
    lost += 1;
    await sleep(500);
    throw new Error('The connection was cut.');
  };
}

/** Tokens on an address of ours, and an owner with enough to pay. */
async function strand(units: bigint) {
  const token = await issueToken(chain.sandbox.url, 2);
  const [holder, owner] = [await freshKey(chain.solana), await freshKey(chain.solana)];
  await chain.fund(owner.address, 50_000_000n);
  await token.give(holder.address, units);
  const { vault } = chain.solana;
  const rescue = async (openNode: (url: string) => PostText): Promise<string> => {
    const client = createRpcClient({ urls: [chain.sandbox.url], limits: null, openPost: openNode });
    const [account] = await listTokenAccounts(client, toAddress(holder.address));
    if (account === undefined) throw new Error('There is an account.');
    return await rescueTokens(client, {
      holder: await vault.signerOf(holder.path),
      owner: toAddress(owner.address),
      payer: await vault.signerOf(owner.path),
      account,
    });
  };
  return { token, holder, owner, rescue };
}

test.each([1, Infinity])(
  'a rescue whose first answers (%d) were lost is told as done, though the node refuses to take it twice',
  async (answers) => {
    const { token, owner, rescue } = await strand(500n);
    await expect(rescue((url) => openForgetfulNode(url, answers))).resolves.toMatch(/^\w{80,90}$/);
    expect(await token.unitsOf(owner.address)).toBe(500n);
  },
);

test('a rescue that landed and failed is not told as done, and the next one moves everything', async () => {
  const { token, holder, owner, rescue } = await strand(500n);
  const rescueSlowly = (between: () => Promise<void>) => rescue((url) => openSlowNode(url, between));
  // Somebody sends more: the account is not empty then, and cannot be closed.
  const failed = rescueSlowly(() => token.give(holder.address, 7n));
  await expect(failed).rejects.toThrow(Transient);
  await expect(failed).rejects.toThrow(/landed and failed.*Run the command again/);
  expect([await token.unitsOf(holder.address), await token.unitsOf(owner.address)]).toEqual([507n, 0n]);

  await rescueSlowly(async () => undefined);
  expect([await token.unitsOf(holder.address), await token.unitsOf(owner.address)]).toEqual([0n, 507n]);
});
