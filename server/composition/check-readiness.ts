import { setTimeout as sleep } from 'node:timers/promises';
import type { CheckReadiness, Readiness } from '#server/app/readiness.ts';

/** What must be well for requests to be answered. */
export interface ReadinessParts {
  isStopping: () => boolean;
  /** Whether others are taking over what this process holds, because the database does not hear of it. */
  isLost: () => boolean;
  /** What is wrong with the database in words, or null. */
  database: () => Promise<string | null>;
  /** Whether it answered lately, however slowly. */
  isDatabaseAnswering: () => boolean;
  /** By how much the reading of what sockets hear is overdue. */
  eventLagMs: () => number;
  /** Why new donations are refused; empty: they are not. */
  shedding: () => string[];
}

const timeoutMs = 2000;
/** Sockets that hear nothing for so long are better off elsewhere. */
const deafMs = 10_000;
/** An answer holds so long, so that anybody who asks costs nothing. */
const freshMs = 1000;

/**
 * Whether this process can do its work now. The chain is no part of it: while every node is away, pages and alerts go
 * on, and no other process would do better.
 */
export function createReadinessCheck(parts: ReadinessParts): CheckReadiness {
  let latest: { at: number; answer: Promise<Readiness> } | null = null;
  const ask = async (): Promise<Readiness> => {
    const late = sleep(timeoutMs, 'late' as const, { ref: false });
    const found = await Promise.race([parts.database(), late]);
    // A database that is slow is slow for every process: nobody is helped when all of them are taken away.
    const isAway = found === 'late' ? !parts.isDatabaseAnswering() : found !== null;
    const database = found === 'late' ? 'the database does not answer in time' : found;
    const missing = isAway && database !== null ? [database] : [];
    if (parts.eventLagMs() > deafMs) missing.push('events of the database are not heard');
    return { isReady: missing.length === 0, missing };
  };
  const judge = async (): Promise<Readiness> => {
    if (parts.isStopping()) return { isReady: false, missing: ['the server is stopping'] };
    if (parts.isLost()) return { isReady: false, missing: ['the database does not answer'] };
    const now = performance.now();
    if (latest === null || now - latest.at > freshMs) latest = { at: now, answer: ask() };
    return await latest.answer;
  };
  return async () => {
    const answer = await judge();
    const shedding = parts.shedding();
    return shedding.length > 0 ? { ...answer, shedding } : answer;
  };
}
