/** Whether this process should be given requests; what is missing is said in words, for an operator. */
export interface Readiness {
  isReady: boolean;
  missing: string[];
  /** Why new donations are refused for the moment. It stays ready: what has begun goes on here. */
  shedding?: string[];
}

/** Asks every part. Never rejects; a part that does not answer in time is missing. */
export type CheckReadiness = () => Promise<Readiness>;
