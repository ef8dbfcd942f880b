import { type Signature, address, createSolanaRpc, isAddress, isSolanaError, lamports } from '@solana/kit';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnvironment } from '#server/config.ts';

const LAMPORTS_DIGITS = 9;
const CONFIRM_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 300;
const USAGE = 'Usage: npm run pay -- ADDRESS AMOUNT, for example: npm run pay -- 9xQe…address 0.25';

/** A refusal in words for the person who typed the command. */
class Refusal extends Error {}

type Payment = { readonly destination: string; readonly amountLamports: bigint };

function readArguments(texts: readonly string[]): Payment {
  const [destination, amount, ...rest] = texts;
  if (destination === undefined || amount === undefined || rest.length > 0) throw new Refusal(USAGE);
  if (!isAddress(destination)) throw new Refusal(`"${destination}" is not a Solana address.\n${USAGE}`);
  const match = /^(\d{1,9})(?:\.(\d{1,9}))?$/.exec(amount);
  const amountLamports = BigInt((match?.[1] ?? '0') + (match?.[2] ?? '').padEnd(LAMPORTS_DIGITS, '0'));
  if (match === null || amountLamports === 0n) {
    throw new Refusal(
      `"${amount}" is not an amount of SOL: a number above 0 with up to 9 decimals.\n${USAGE}`,
    );
  }
  return { destination, amountLamports };
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

async function pay({ destination, amountLamports }: Payment, url: string): Promise<Signature> {
  const rpc = createSolanaRpc(url);
  const signature = await rpc.requestAirdrop(address(destination), lamports(amountLamports)).send();
  await waitUntilConfirmed(rpc, signature);
  return signature;
}

function explain(error: unknown, url: string): string {
  if (error instanceof Refusal) return error.message;
  if (isSolanaError(error)) return `The faucet at ${url} refused: ${error.message}`;
  return `No answer from ${url}. Is the sandbox running? (npm start, or npm run sandbox)`;
}

const environment = readEnvironment();
const url = environment['SOLANA_RPC_URL'] ?? `http://127.0.0.1:${environment['SANDBOX_PORT'] ?? '8899'}`;
try {
  console.log(await pay(readArguments(process.argv.slice(2)), url));
} catch (error) {
  console.error(explain(error, url));
  process.exitCode = 1;
}
