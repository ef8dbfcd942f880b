import { CallProblem } from '#web/lib/call-problem.ts';

/** What has to be typed again before an act: the password, or also a code where two-step protection is on. */
export type ProofWanted = 'password' | 'code';

/** What was typed. */
export interface Proof {
  password: string;
  code: string;
}

/** What a refused call wants to have typed; null when it was refused for another reason. */
export function proofMissing(error: unknown): ProofWanted | null {
  if (!(error instanceof CallProblem)) return null;
  if (error.code === 'confirm_second_factor') return 'code';
  return error.code === 'confirm_password' ? 'password' : null;
}

/** Whether a refusal is about what was typed again, rather than about the act. */
export function isAboutProof(error: unknown): boolean {
  const codes: readonly string[] = [
    'wrong_password',
    'wrong_code',
    'too_many_wrong_codes',
    'too_many_requests',
    'confirm_second_factor',
    'invalid_request',
    'busy',
  ];
  return error instanceof CallProblem && codes.includes(error.code);
}

/** The body of the call that proves it. */
export function proofBody(
  wanted: ProofWanted,
  { password, code }: Proof,
): { password: string; code?: string } {
  return wanted === 'code' ? { password, code } : { password };
}
