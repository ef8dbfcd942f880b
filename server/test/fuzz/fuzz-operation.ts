import * as fc from 'fast-check';
import type { FuzzServer } from './fuzz-server.ts';
import { createJudge } from './judge-reply.ts';
import type { Operation } from './openapi-document.ts';
import { type FuzzRequest, requestsFor } from './request-arbitrary.ts';

const atOnce = 4;
const mostFaults = 5;

/** What came of fuzzing one operation. */
export interface FuzzResult {
  /** Replies by status. */
  statuses: Record<number, number>;
  /** What was wrong, with the request that did it; the first few. */
  faults: string[];
}

/** Sends `count` requests for an operation, some at a time, and judges every reply by the document. */
export async function fuzzOperation(
  server: FuzzServer,
  operation: Operation,
  { seed, count }: { seed: number; count: number },
): Promise<FuzzResult> {
  const judge = createJudge(server.document);
  const requests = fc.sample(requestsFor(operation, server.known(operation)), {
    seed,
    numRuns: count,
  });
  const waiting = requests.entries();
  const statuses: Record<number, number> = {};
  const faults: string[] = [];
  const sendAll = async (): Promise<void> => {
    for (const [index, request] of waiting) {
      const reply = await server.send(operation.method, request).catch((error: unknown) => String(error));
      if (typeof reply !== 'string') statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
      const complaints = typeof reply === 'string' ? [reply] : judge(operation, reply);
      if (complaints.length === 0 || faults.length >= mostFaults) continue;
      const answer = typeof reply === 'string' ? '' : ` → ${reply.status} ${reply.body.slice(0, 300)}`;
      faults.push(
        `${complaints.join('; ')}: ${operation.name} #${index}, seed ${seed}, ${describe(request)}${answer}`,
      );
    }
  };
  await Promise.all(Array.from({ length: atOnce }, sendAll));
  return { statuses, faults: [...faults, ...server.takeErrors().slice(0, mostFaults)] };
}

function describe({ body, ...request }: FuzzRequest): string {
  const shown = Buffer.isBuffer(body) ? `base64:${body.toString('base64')}` : body;
  return JSON.stringify({ ...request, body: shown }).slice(0, 600);
}
