import type { Clock } from '#server/app/ports.ts';
import { Permanent } from '#server/app/outside.ts';
import type { AllowedToken, TokenPorts } from '#server/app/token-ports.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createTokenStore } from '#server/postgres/money/token-store.ts';
import { createTokenSweepStore } from '#server/postgres/money/token-sweep-store.ts';
import { createTokenWatchStore } from '#server/postgres/money/token-watch-store.ts';
import type { Solana } from '#server/solana/create-solana.ts';
import type { Config } from '#server/settings/config.ts';
import { needNode } from './need-node.ts';
import type { Surroundings } from './surroundings.ts';

/** What the sandbox's faucet gives the fee payer when it is almost empty: as much as a person would, for long. */
const sandboxFundsLamports = 10_000_000_000n;
const sandboxMinimumUnits = 1_000_000n;

/**
 * The tokens of this installation: the operator's list, compared with the chain, and on the sandbox its own token, with a
 * fee payer that never runs dry.
 *
 * Throws with a sentence for the operator when the list does not fit the chain, or when no node answers.
 */
export async function openTokens(
  config: Config,
  around: Surroundings,
  { db, clock, solana }: { db: Database; clock: Clock; solana: Solana },
): Promise<TokenPorts> {
  const sandbox = around.isSandbox ? await openSandboxToken(solana) : null;
  await needNode(solana.checkTokens(config.tokens));
  const allowed = sandbox === null ? config.tokens : withToken(config.tokens, sandbox.token);
  const store = createTokenStore(db);
  await store.keep(allowed);
  if (sandbox !== null) await fillFeePayer(solana);
  return {
    allowed,
    store,
    chain: solana.tokenChain,
    watches: createTokenWatchStore(db, clock),
    sweeps: createTokenSweepStore(db),
    faucet: sandbox?.faucet ?? null,
  };
}

function withToken(tokens: readonly AllowedToken[], token: AllowedToken): AllowedToken[] {
  return tokens.some(({ mint }) => mint === token.mint) ? [...tokens] : [...tokens, token];
}

/** Null where the sandbox is of a version before tokens. */
async function openSandboxToken(solana: Solana) {
  try {
    const { token, faucet } = await solana.openTokenFaucet();
    return { token: { ...token, minimumUnits: sandboxMinimumUnits }, faucet };
  } catch (error) {
    if (error instanceof Permanent) return null;
    throw error;
  }
}

async function fillFeePayer({ tokenChain, faucet }: Solana): Promise<void> {
  const { lamports, lowLamports } = await tokenChain.feePayerFunds();
  if (lamports < lowLamports) await faucet.pay(tokenChain.feePayer, sandboxFundsLamports);
}
