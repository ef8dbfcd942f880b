import {
  type Address,
  type Rpc,
  SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT,
  type Signature,
  address,
  createSolanaRpc,
  isAddress,
  isSolanaError,
  lamports,
} from '@solana/kit';
import { setTimeout as delay } from 'node:timers/promises';
import { type Token, tokensToUnits } from '#contract/tokens.ts';
import { ConfigError, readConfig, readEnvironment } from '#server/settings/config.ts';
import { sandboxUrlOf } from '#server/settings/sandbox-url.ts';

const LAMPORTS_DIGITS = 9;
const CONFIRM_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 300;
const USAGE =
  'Usage: npm run pay -- ADDRESS AMOUNT [tUSDC], for example: npm run pay -- 9xQe…address 0.25, or, in the sandbox’s own token, npm run pay -- 9xQe…address 5 tUSDC';

/** A refusal in words for the person who typed the command. */
class Refusal extends Error {}

/** In SOL, or, where `symbol` names it, in the sandbox's token. */
type Payment = { readonly destination: string; readonly amount: string; readonly symbol: string | undefined };

/** Where payments come from. */
type Faucet = { readonly url: string; readonly isSandbox: boolean };

/** What the sandbox knows beyond the methods of Solana. */
type SandboxApi = {
  getTestToken(): Omit<Token, 'decimals'> & { decimals: bigint };
  requestTokenAirdrop(owner: Address, units: string): Signature;
};

function readArguments(texts: readonly string[]): Payment {
  const [destination, amount, symbol, ...rest] = texts;
  if (destination === undefined || amount === undefined || rest.length > 0) throw new Refusal(USAGE);
  if (!isAddress(destination)) throw new Refusal(`"${destination}" is not a Solana address.\n${USAGE}`);
  return { destination, amount, symbol };
}

function readLamports(amount: string): bigint {
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(amount);
  const amountLamports = BigInt((match?.[1] ?? '0') + (match?.[2] ?? '').padEnd(LAMPORTS_DIGITS, '0'));
  if (match === null || amountLamports === 0n) {
    throw new Refusal(
      `"${amount}" is not an amount of SOL: a number above 0 with up to 9 decimals.\n${USAGE}`,
    );
  }
  return amountLamports;
}

async function waitUntilConfirmed(
  rpc: ReturnType<typeof createSolanaRpc>,
  signature: Signature,
): Promise<void> {
  const deadline = performance.now() + CONFIRM_WITHIN_MS;
  while (performance.now() < deadline) {
    const { value } = await rpc.getSignatureStatuses([signature]).send();
    const status = value[0];
    if (status?.err) throw new Refusal(`The payment ${signature} failed.`);
    if (status && status.confirmationStatus !== 'processed') return;
    await delay(ASK_EVERY_MS);
  }
  throw new Refusal(`The payment ${signature} was not confirmed within a minute.`);
}

async function pay({ destination, amount, symbol }: Payment, url: string): Promise<Signature> {
  const rpc = createSolanaRpc(url);
  const signature =
    symbol === undefined || symbol === 'SOL'
      ? await rpc.requestAirdrop(address(destination), lamports(readLamports(amount))).send()
      : await payTokens(rpc as unknown as Rpc<SandboxApi>, { destination, amount, symbol });
  await waitUntilConfirmed(rpc, signature);
  return signature;
}

async function payTokens(
  rpc: Rpc<SandboxApi>,
  { destination, amount, symbol }: Payment & { symbol: string },
): Promise<Signature> {
  const token = await rpc.getTestToken().send();
  if (symbol.toUpperCase() !== token.symbol.toUpperCase())
    throw new Refusal(`The sandbox has no "${symbol}", only ${token.symbol}.\n${USAGE}`);
  const units = tokensToUnits(amount, Number(token.decimals));
  if (units === null || units === 0n)
    throw new Refusal(
      `"${amount}" is not an amount of ${token.symbol}: above 0, up to ${token.decimals} decimals.`,
    );
  return await rpc.requestTokenAirdrop(address(destination), String(units)).send();
}

/** Names the node by its host alone: providers have the key in the path of their addresses, or behind it. */
function explain(error: unknown, { url, isSandbox }: Faucet): string {
  const { host } = new URL(url);
  if (error instanceof Refusal) return error.message;
  const { cause } = error instanceof Error ? error : {};
  if (isSolanaError(cause, SOLANA_ERROR__TRANSACTION_ERROR__INSUFFICIENT_FUNDS_FOR_RENT))
    return 'That is too little: an address that holds nothing takes about 0.0009 SOL at first.';
  if (isSolanaError(error)) return `The faucet at ${host} refused: ${error.message.replaceAll(url, host)}`;
  const hint = isSandbox ? ' Is the sandbox running? (npm start, or npm run sandbox)' : '';
  return `No answer from ${host}.${hint}`;
}

/** Pays from the faucet of the configured node, or of the sandbox. */
async function run(texts: readonly string[]): Promise<Signature> {
  const payment = readArguments(texts);
  const config = readConfig(readEnvironment());
  const node = config.nodes?.rpcUrls[0];
  const faucet = { url: node ?? sandboxUrlOf(config), isSandbox: node === undefined };
  return await pay(payment, faucet.url).catch((cause: unknown) => {
    throw new Refusal(explain(cause, faucet), { cause });
  });
}

try {
  const texts = process.argv.slice(2);
  const isAsked = texts.some((text) => text === '--help' || text === '-h');
  console.log(isAsked ? USAGE : await run(texts));
} catch (error) {
  if (!(error instanceof Refusal) && !(error instanceof ConfigError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
