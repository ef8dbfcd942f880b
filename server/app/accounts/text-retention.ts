import { retentionChoices, type RetentionDays } from '#contract/own-account-routes.ts';
import { Problem } from '#contract/problem.ts';
import type { RouteInput, RouteReply } from '#contract/routes.ts';
import type { RetentionRules, StoredRetention } from '#server/app/own-account-ports.ts';
import type { Ports } from '#server/app/ports.ts';
import type { CurrentSession } from './session-token.ts';

type Needs = Pick<Ports, 'retention' | 'settings'>;

/** After how many days the texts of a streamer's donors go, and what can be chosen here. */
export async function readRetention(
  { retention, settings }: Needs,
  { userId }: CurrentSession,
): Promise<RouteReply<'retention'>> {
  return present(await retention.find(userId), settings.retention);
}

/** Stores the choice. Throws `Problem('retention_not_offered')` for more than the operator's maximum. */
export async function changeRetention(
  ports: Needs,
  session: CurrentSession,
  { days }: RouteInput<'changeRetention'>['body'],
): Promise<RouteReply<'changeRetention'>> {
  if (!choicesOf(ports.settings.retention).includes(days)) throw new Problem('retention_not_offered');
  await ports.retention.choose(session.userId, days);
  return await readRetention(ports, session);
}

/** The streamer's choice or the operator's default, and never more than the operator's maximum. */
export function daysInForce(
  { days, isChosen }: StoredRetention,
  { defaultDays, maxDays }: RetentionRules,
): number | null {
  const wanted = isChosen ? days : defaultDays;
  if (wanted === null || maxDays === null) return wanted ?? maxDays;
  return Math.min(wanted, maxDays);
}

function present(stored: StoredRetention, rules: RetentionRules): RouteReply<'retention'> {
  return { days: daysInForce(stored, rules), isChosen: stored.isChosen, choices: choicesOf(rules) };
}

function choicesOf({ maxDays }: RetentionRules): (RetentionDays | null)[] {
  if (maxDays === null) return [null, ...retentionChoices];
  return retentionChoices.filter((days) => days <= maxDays);
}
