/** Whether this process should be given requests; what is missing is said in words, for an operator. */
export interface Readiness {
  isReady: boolean;
  missing: string[];
}

/** Asks every part. Never rejects; a part that does not answer in time is missing. */
export type CheckReadiness = () => Promise<Readiness>;
