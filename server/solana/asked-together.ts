/** How long the first question waits for others to go with it. */
const gatherMs = 5;

interface Waiting<Question, Answer> {
  question: Question;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

/**
 * Gathers single questions of one moment and asks them together: `askAll` gets at most `most` of them and answers in
 * the same order. A question is always asked after it was put, so that whoever asks again learns something new.
 */
export function askTogether<Question, Answer>(
  most: number,
  askAll: (questions: Question[]) => Promise<readonly Answer[]>,
): (question: Question) => Promise<Answer> {
  let waiting: Waiting<Question, Answer>[] = [];
  const flush = (): void => {
    const asked = waiting;
    waiting = [];
    if (asked.length > 0) void answerAll(asked, askAll);
  };
  return (question) =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject });
      if (waiting.length >= most) flush();
      else if (waiting.length === 1) setTimeout(flush, gatherMs);
    });
}

async function answerAll<Question, Answer>(
  asked: readonly Waiting<Question, Answer>[],
  askAll: (questions: Question[]) => Promise<readonly Answer[]>,
): Promise<void> {
  try {
    const answers = await askAll(asked.map(({ question }) => question));
    if (answers.length !== asked.length) throw new RangeError('There are as many answers as questions');
    // The lengths are equal.
    answers.forEach((answer, index) => asked[index]?.resolve(answer));
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

/** Gives everyone who asks the same within `freshMs` one answer. An error is remembered by nobody. */
export function rememberAnswers<Answer>(
  freshMs: number,
): (key: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const known = new Map<string, { answer: Promise<Answer>; until: number }>();
  return (key, ask) => {
    const now = performance.now();
    const fresh = known.get(key);
    if (fresh !== undefined && fresh.until > now) return fresh.answer;
    for (const [old, { until }] of known) if (until <= now) known.delete(old);
    const answer = ask();
    known.set(key, { answer, until: now + freshMs });
    answer.catch(() => known.delete(key));
    return answer;
  };
}
