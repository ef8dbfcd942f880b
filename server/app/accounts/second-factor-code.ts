import { Problem } from '#contract/problem.ts';
import type { Ports } from '#server/app/ports.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { stepOfCode } from './totp.ts';

type Needs = Pick<Ports, 'secondFactors' | 'vault' | 'clock' | 'audit'>;

/**
 * Uses up a code of an account whose second factor is on: six digits of the app, or a recovery code. Each works once,
 * also when it comes twice at the same time.
 *
 * Throws `Problem`: `wrong_code`, or `too_many_wrong_codes` while a wait lasts. Recovery codes never wait: they cannot
 * be guessed, so whoever makes the app's codes wait keeps nobody out. Every refusal is in the audit log.
 */
export async function spendCode(ports: Needs, userId: string, typed: string): Promise<void> {
  const digits = typed.replace(/\s/g, '');
  if (/^\d{6}$/.test(digits)) await spendAppCode(ports, userId, digits);
  else await spendRecoveryCode(ports, userId, typed);
}

async function spendAppCode(ports: Needs, userId: string, code: string): Promise<void> {
  const attempt = await ports.secondFactors.countAttempt(userId);
  if (attempt === null) throw new Problem('too_many_wrong_codes');
  const { generation, failures } = attempt;
  const step = stepOfCode(ports, { userId, generation }, code);
  if (step !== null && (await ports.secondFactors.takeStep(userId, { generation, step }))) return;
  await ports.audit.write(userId, 'code_refused', { inARow: String(failures) });
  throw new Problem('wrong_code');
}

async function spendRecoveryCode(ports: Needs, userId: string, typed: string): Promise<void> {
  const hash = hashRecoveryCode(typed);
  if (hash !== null && (await ports.secondFactors.takeRecoveryCode(userId, hash))) return;
  await ports.audit.write(userId, 'recovery_code_refused');
  throw new Problem('wrong_code');
}
