import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import { type OfferedToken, type StreamerToken, tokensToUnits, unitsToTokens } from '#contract/tokens.ts';
import type { Ports } from '#server/app/ports.ts';
import { getSignedIn } from '#server/app/accounts/present-user.ts';
import type { AllowedToken, TokenChange, TokenChoice } from '#server/app/token-ports.ts';
import { soon } from './soon.ts';

/** The tokens that the operator allows, as a streamer has set them: off until they say otherwise. */
export async function listTokens(
  { tokens }: Pick<Ports, 'tokens'>,
  userId: string,
): Promise<RouteReply<'myTokens'>> {
  const choices = await tokens.store.listChoices(userId);
  return { data: tokens.allowed.map((token) => present(token, choices)) };
}

/**
 * Takes a token, or no longer. Donations that exist keep what they were created with. Throws `Problem`: `token_not_found`,
 * `token_amount_refused`, `token_minimum_too_small`.
 */
export async function changeToken(
  { tokens }: Pick<Ports, 'tokens'>,
  userId: string,
  { params, body }: Pick<RouteInput<'changeToken'>, 'params' | 'body'>,
): Promise<RouteReply<'changeToken'>> {
  const token = tokens.allowed.find(({ mint }) => mint === params.mint);
  if (token === undefined) throw new Problem('token_not_found');
  const change: TokenChange = { isOn: body.isOn };
  if (body.minAmount !== undefined) change.minimumUnits = readMinimum(token, body.minAmount);
  const choice = await tokens.store.choose(userId, token, change);
  return present(token, [choice]);
}

/** What donors are offered: what the operator allows and the streamer has switched on. */
export async function offerTokens(
  { tokens }: Pick<Ports, 'tokens'>,
  userId: string,
): Promise<OfferedToken[]> {
  if (tokens.allowed.length === 0) return [];
  const choices = await tokens.store.listChoices(userId);
  return tokens.allowed
    .map((token) => present(token, choices))
    .filter(({ isOn }) => isOn)
    .map(({ mint, symbol, decimals, minAmount }) => ({ mint, symbol, decimals, minAmount }));
}

/** What the generated wallet holds of each known token. What no node tells soon is null, and never 0. */
export async function walletTokens(
  ports: Pick<Ports, 'tokens' | 'streamers'>,
  userId: string,
): Promise<RouteReply<'walletTokens'>> {
  const { walletAddress } = await getSignedIn(ports, userId);
  const known = await ports.tokens.store.listKnown();
  if (known.length === 0) return { data: [] };
  const mints = known.map(({ mint }) => mint);
  const units = await soon(ports.tokens.chain.walletUnits(walletAddress, mints));
  return {
    data: known.map((token, index) => {
      const held = units?.[index];
      return { ...token, amount: held === undefined ? null : unitsToTokens(held, token.decimals) };
    }),
  };
}

function readMinimum(token: AllowedToken, minAmount: string): bigint {
  const minimumUnits = tokensToUnits(minAmount, token.decimals);
  if (minimumUnits === null) throw new Problem('token_amount_refused');
  if (minimumUnits < token.minimumUnits) throw new Problem('token_minimum_too_small');
  return minimumUnits;
}

/** A streamer's own minimum, or the operator's where that is higher by now. */
function effectiveMinimum(token: AllowedToken, choice: TokenChoice | undefined): bigint {
  const chosen = choice?.minimumUnits ?? token.minimumUnits;
  return chosen > token.minimumUnits ? chosen : token.minimumUnits;
}

function present(token: AllowedToken, choices: readonly TokenChoice[]): StreamerToken {
  const { mint, symbol, decimals, minimumUnits } = token;
  const choice = choices.find((each) => each.mint === mint);
  return {
    mint,
    symbol,
    decimals,
    isOn: choice?.isOn ?? false,
    minAmount: unitsToTokens(effectiveMinimum(token, choice), decimals),
    leastAmount: unitsToTokens(minimumUnits, decimals),
  };
}
