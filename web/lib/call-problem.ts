import type { ProblemBody, ProblemCode } from '#contract/problem.ts';

/** What can go wrong without an answer of the server's own. */
type OwnCode = 'offline' | 'timeout' | 'unreadable';

const ownWords: Record<OwnCode, string> = {
  offline: 'The server cannot be reached. Please check your connection and try again.',
  timeout: 'The server took too long to answer. Please try again.',
  unreadable: 'The server sent an answer that this page cannot read. Please reload the page.',
};

/** A call that failed. `status` is 0 when no usable answer came. Branch on `code`, never on the message. */
export class CallProblem extends Error {
  readonly code: ProblemCode | OwnCode;
  readonly status: number;
  /** The message comes from the server's `message` field. */
  readonly fromServer: boolean;

  constructor(code: ProblemCode | OwnCode, status: number, message?: string, cause?: unknown) {
    super(message ?? ownWords[code as OwnCode] ?? ownWords.unreadable, { cause });
    this.name = 'CallProblem';
    this.code = code;
    this.status = status;
    this.fromServer = message !== undefined;
  }
}

/** The problem in an error reply; a reply that is not the contract's `{ message, code }` is `unreadable`. */
export function readProblem(status: number, body: unknown): CallProblem {
  const given = body as Partial<ProblemBody> | null | undefined;
  if (typeof given?.message !== 'string' || typeof given.code !== 'string') {
    return new CallProblem('unreadable', status);
  }
  return new CallProblem(given.code, status, given.message);
}

/** The server's own words if there are any, else the words of this place (spec §8: 'server's message, else …'). */
export function wordsFor(error: unknown, otherwise: string): string {
  return error instanceof CallProblem && error.fromServer ? error.message : otherwise;
}
