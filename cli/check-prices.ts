import { currencyDigits } from '#contract/fiat.ts';
import { noPriceBecause } from '#server/app/fiat/no-price-because.ts';
import { judgePrice } from '#server/domain/fiat/judge-price.ts';
import type { Database } from '#server/postgres/connection/database.ts';
import { createPriceStore } from '#server/postgres/donations/price-store.ts';
import { createHttpPriceSource } from '#server/prices/create-http-price-source.ts';
import type { CommandContext } from './command.ts';
import { ok, warning, type Finding } from './finding.ts';

type Config = CommandContext['config'];

const guide =
  'See "A currency beside SOL" in docs/operate/features.md; until then amounts are shown in SOL alone.';
const giveUpMs = 10_000;

/** Asks the source of prices once. Nothing is kept of the answer. */
export async function checkPriceSource({ config: { fiat } }: CommandContext): Promise<Finding[]> {
  if (fiat === null) return [ok('FIAT_CURRENCY is not set: amounts are shown in SOL alone')];
  const { currency, hiddenMs } = fiat.settings;
  const source = createHttpPriceSource(fiat);
  const answer = await source.ask(AbortSignal.timeout(giveUpMs));
  if ('failure' in answer)
    return [warning(`${source.name} gives no price of SOL: ${noPriceBecause[answer.failure]}`, guide)];
  const { priceMicros } = answer;
  const judging = { now: new Date(), digits: currencyDigits(currency), believedMs: hiddenMs };
  const verdict = judgePrice(priceMicros, null, judging);
  if (verdict !== 'taken')
    return [warning(`${source.name} gives no price of SOL: ${noPriceBecause[verdict]}`, guide)];
  return [ok(`${source.name} says that 1 SOL is ${sayMicros(priceMicros)} ${currency}`)];
}

/** How old the price is that the servers work with. */
export async function checkPriceAge(db: Database, fiat: Config['fiat'], now: Date): Promise<Finding[]> {
  if (fiat === null) return [];
  const { currency, staleMs, hiddenMs } = fiat.settings;
  const latest = await createPriceStore(db, { now: () => now }).latest(currency);
  if (latest === null)
    return [warning(`No price of SOL in ${currency} is stored yet`, 'A server asks for it once it runs.')];
  const ageMs = Math.max(0, now.getTime() - latest.readAt.getTime());
  const what = `The newest price in ${currency} is ${sayAge(ageMs)} old`;
  if (ageMs > hiddenMs) return [warning(`${what} and shown no more`, guide)];
  return [ageMs > staleMs ? warning(`${what} and marked as old`, guide) : ok(what)];
}

function sayMicros(micros: bigint): string {
  return `${micros / 1_000_000n}.${String(micros % 1_000_000n).padStart(6, '0')}`;
}

function sayAge(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return 'less than a minute';
  return minutes < 120 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
}
