import { expect, test } from 'vitest';
import { NotThere, Transient } from '#server/app/outside.ts';
import { crossReadEntries } from './cross-read-entries.ts';

const [one, other] = ['1'.repeat(64), `${'1'.repeat(63)}2`];

/** What two nodes tell, by what each throws for a transaction that it does not give. */
async function crossRead(nodes: readonly Readonly<Record<string, Error>>[]) {
  const client = {
    onTwoNodes: async (work: (rpc: never) => Promise<unknown>) =>
      await Promise.all(nodes.map((node) => work(node as never))),
  };
  return await crossReadEntries(client as never, [one, other], async (rpc, { signature }) => {
    const failure = (rpc as never as Record<string, Error>)[signature];
    if (failure !== undefined) throw failure;
    return signature;
  });
}

test('a node that lacks one transaction tells of the others', async () => {
  const pruned = { [one]: new NotThere('pruned') };
  expect(await crossRead([pruned, {}])).toEqual([
    [null, other],
    [one, other],
  ]);
});

test('a node that lacks all of them, or does not answer, is none that tells', async () => {
  const lacksAll = { [one]: new NotThere('pruned'), [other]: new NotThere('pruned') };
  await expect(crossRead([lacksAll])).rejects.toBeInstanceOf(Transient);
  await expect(crossRead([{ [other]: new Transient('No answer') }])).rejects.toThrow('No answer');
});
