/** Whether this process should be given requests; what is missing is said in words, for an operator. */
export interface Readiness {
  isReady: boolean;
  missing: string[];
  /** Why new donations are refused for the moment. It stays ready: what has begun goes on here. */
  shedding?: string[];
}

/** Asks every part. Never rejects; a part that does not answer in time is missing. */
export type CheckReadiness = () => Promise<Readiness>;

/** What `/readyz` answers, on whatever port it is asked. */
export async function answerReadiness(check: CheckReadiness): Promise<{ status: number; body: object }> {
  const { isReady, missing, shedding } = await check();
  return { status: isReady ? 200 : 503, body: { ready: isReady, missing, shedding } };
}
