import { type ProblemCode, problems } from '#contract/problem.ts';
import { texts } from '#web/texts/texts.ts';

/** The server's words for a refusal that this page can tell by itself, in the page's language. */
export function problemWords(code: ProblemCode): string {
  return texts('refusals').refusal(problems[code][1], code);
}
