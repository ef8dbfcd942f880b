import { mostSlotsBehind } from '#server/app/chain-ports.ts';
import { sandboxUrlOf } from '#server/settings/sandbox-url.ts';
import { isMisnamed, type NetworkName } from '#server/solana/networks.ts';
import { createRpcClient, type RpcClient } from '#server/solana/rpc-client.ts';
import { askSandbox } from './ask-sandbox.ts';
import type { CommandContext } from './command.ts';
import { attempt, ok, problem, warning, type Finding } from './finding.ts';

/** So much clocks may differ. */
const skewWarningMs = 30_000;
const skewProblemMs = 300_000;
const waitMs = 5000;

interface NodeFacts {
  url: string;
  genesisHash: string;
  slot: bigint;
}

/** Each node: whether it answers, is healthy, on the same network and slot as the others, and whether clocks agree. */
export async function checkChain({
  config,
}: CommandContext): Promise<{ findings: Finding[]; genesisHash: string | null; slots: bigint[] }> {
  const urls = config.nodes?.rpcUrls ?? [sandboxUrlOf(config)];
  const facts: NodeFacts[] = [];
  const findings: Finding[] = [];
  for (const url of urls) {
    const client = createRpcClient({ urls: [url], limits: null, totalTimeoutMs: waitMs });
    const name = new URL(url).host;
    findings.push(...(await attempt(`Node ${name}`, () => checkNode(client, { url, name, facts }))));
  }
  if (config.nodes === null && config.sandboxUrl === null && facts.length === 0) {
    return { findings: await sayWithoutSandbox(sandboxUrlOf(config)), genesisHash: null, slots: [] };
  }
  return {
    findings: [...findings, ...compare(facts), ...checkName(config.network, facts)],
    genesisHash: facts[0]?.genesisHash ?? null,
    slots: facts.map(({ slot }) => slot),
  };
}

/** One that hangs has been told of by its port. */
async function sayWithoutSandbox(url: string): Promise<Finding[]> {
  const state = await askSandbox(url);
  return state === 'silent' ? [] : [ok('The sandbox chain is not running now: it runs with the server')];
}

async function checkNode(
  { rpc }: RpcClient,
  { url, name, facts }: { url: string; name: string; facts: NodeFacts[] },
): Promise<Finding[]> {
  const genesisHash = await rpc.getGenesisHash().send();
  const slot = await rpc.getSlot({ commitment: 'confirmed' }).send();
  facts.push({ url, genesisHash, slot });
  const health = await attempt(`The health of node ${name}`, async () => {
    await rpc.getHealth().send();
    return [ok(`Node ${name} is healthy at slot ${slot}`)];
  });
  const clock = await attempt(`The clock against node ${name}`, async () => [
    checkClock(name, await rpc.getBlockTime(slot).send()),
  ]);
  return [...health, ...clock];
}

function checkClock(name: string, blockTime: bigint | null): Finding {
  if (blockTime === null)
    return warning(`Node ${name} gives no block time`, 'Use another node: expiry needs it.');
  const skewMs = Date.now() - Number(blockTime) * 1000;
  const what = `This machine's clock and the chain differ by ${(skewMs / 1000).toFixed(0)} s`;
  const todo = 'Set this machine’s clock by the network (NTP), or use a node that is not behind.';
  if (Math.abs(skewMs) > skewProblemMs) return problem(what, todo);
  return Math.abs(skewMs) > skewWarningMs ? warning(what, todo) : ok(what);
}

function checkName(network: NetworkName, [first]: readonly NodeFacts[]): Finding[] {
  if (first === undefined || !isMisnamed(network, first.genesisHash)) return [];
  return [
    problem(
      `${new URL(first.url).host} is not on ${network}, as SOLANA_NETWORK says`,
      'Correct SOLANA_NETWORK or SOLANA_RPC_URL: donors would be told to pay on a network that nobody watches.',
    ),
  ];
}

function compare(facts: readonly NodeFacts[]): Finding[] {
  const [first, ...others] = facts;
  const highest = facts.reduce((most, { slot }) => (slot > most ? slot : most), 0n);
  const ofAnother = others.filter(({ genesisHash }) => genesisHash !== first?.genesisHash);
  const behind = facts.filter(({ slot }) => highest - slot > mostSlotsBehind);
  return [
    ...ofAnother.map(({ url }) =>
      problem(
        `${new URL(url).host} is on another network than ${new URL(first?.url ?? url).host}`,
        'Correct SOLANA_RPC_URL.',
      ),
    ),
    ...behind.map(({ url, slot }) =>
      warning(
        `${new URL(url).host} is ${highest - slot} slots behind`,
        'Take it out of SOLANA_RPC_URL until it has caught up.',
      ),
    ),
  ];
}
