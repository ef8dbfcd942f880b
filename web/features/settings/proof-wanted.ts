import { CallProblem } from '#web/lib/call-problem.ts';

/** What is to be typed again before a secret is shown or the way of the money changes. */
export type WantedProof = 'password' | 'password and code';

/** What a refusal asks for; null when it is about something else. */
export function proofWanted(error: unknown): WantedProof | null {
  if (!(error instanceof CallProblem)) return null;
  if (error.code === 'confirm_password') return 'password';
  return error.code === 'confirm_second_factor' ? 'password and code' : null;
}

/** Whether a refusal is about the code that was typed. */
export function isAboutCode(error: unknown): boolean {
  const codes: unknown[] = ['confirm_second_factor', 'wrong_code', 'too_many_wrong_codes'];
  return error instanceof CallProblem && codes.includes(error.code);
}
