import { Problem } from '#contract/problem.ts';
import type { Session } from '#server/app/account-ports.ts';
import type { Ports } from '#server/app/ports.ts';

/**
 * Lets only a session pass in which whoever sits there has proven a short while ago who they are: by the password, and
 * where the second factor is on by a code too (decisions: Accounts, 'Private key'). The one place of that rule, for
 * whatever gives out a secret or moves money elsewhere.
 *
 * Throws `Problem` that tells what is to be typed: `confirm_password`, or `confirm_second_factor` for password and code.
 */
export async function requireFreshProof(
  ports: Pick<Ports, 'clock' | 'settings' | 'secondFactors'>,
  session: Session,
): Promise<void> {
  const isFresh = (provenAt: Date | null): boolean =>
    provenAt !== null && ports.clock.now().getTime() - provenAt.getTime() <= ports.settings.passwordFreshMs;
  const isTyped = isFresh(session.passwordTypedAt);
  if ((await ports.secondFactors.find(session.userId)) === null) {
    if (!isTyped) throw new Problem('confirm_password');
  } else if (!isTyped || !isFresh(session.factorProvenAt)) {
    throw new Problem('confirm_second_factor');
  }
}
