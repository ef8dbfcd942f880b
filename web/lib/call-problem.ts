import type { ProblemBody, ProblemCode } from '#contract/problem.ts';
import { loadTexts, texts } from '#web/texts/texts.ts';

/** What can go wrong without an answer of the server's own. */
type OwnCode = keyof ReturnType<typeof texts<'common'>>['noAnswer'];

/** A call that failed. `status` is 0 when no usable answer came. Branch on `code`, never on the message. */
export class CallProblem extends Error {
  readonly code: ProblemCode | OwnCode;
  readonly status: number;
  /** The message comes from the server's `message` field. */
  readonly fromServer: boolean;

  constructor(code: ProblemCode | OwnCode, status: number, message?: string, cause?: unknown) {
    super(message ?? noAnswerWords(code), { cause });
    this.name = 'CallProblem';
    this.code = code;
    this.status = status;
    this.fromServer = message !== undefined;
  }
}

/**
 * The problem in an error reply; a reply that is not the contract's `{ message, code }` is `unreadable`. The page's words for
 * it are loaded first; where that fails it is said as the server said it.
 */
export async function readProblem(status: number, body: unknown): Promise<CallProblem> {
  const given = body as Partial<ProblemBody> | null | undefined;
  if (typeof given?.message !== 'string' || typeof given.code !== 'string') {
    return new CallProblem('unreadable', status);
  }
  const words = await refusalWords(given.message, given.code);
  return new CallProblem(
    given.code,
    status,
    given.id === undefined ? words : `${words} (${shortId(given.id)})`,
  );
}

async function refusalWords(message: string, code: ProblemCode): Promise<string> {
  try {
    await loadTexts('refusals');
    return texts('refusals').refusal(message, code);
  } catch (error) {
    console.warn('The words for a refusal could not be loaded.', error);
    return message;
  }
}

/** The server's own words if there are any, else the words of this place (spec §8: 'server's message, else …'). */
export function wordsFor(error: unknown, otherwise: string): string {
  return error instanceof CallProblem && error.fromServer ? error.message : otherwise;
}

/** Enough of it to find the request in the log, and short enough to be read out. */
function shortId(id: string): string {
  return id.slice(0, 8);
}

function noAnswerWords(code: string): string {
  const words: Record<string, string> = texts('common').noAnswer;
  return words[code] ?? texts('common').noAnswer.unreadable;
}
