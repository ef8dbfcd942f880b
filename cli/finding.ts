/** A line of `doctor`: what was looked at, what it is like, and what to do about it. */
export interface Finding {
  level: 'ok' | 'warning' | 'problem';
  what: string;
  /** What to do. Absent where nothing is to be done. */
  todo?: string;
}

/** All is well. */
export function ok(what: string): Finding {
  return { level: 'ok', what };
}

/** It works, and something should be done. */
export function warning(what: string, todo: string): Finding {
  return { level: 'warning', what, todo };
}

/** It does not work, or money is at risk. */
export function problem(what: string, todo: string): Finding {
  return { level: 'problem', what, todo };
}

/** Turns what a check throws into a problem with its own words. */
export async function attempt(what: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    return [problem(`${what} could not be checked`, error instanceof Error ? error.message : String(error))];
  }
}
