/** How calls are done together. */
export interface Together<Input, Output> {
  /** The most of them at once. */
  most: number;
  /**
   * Does those that `take` gives, and answers in the same order. It takes once, as late as it can: whoever has come until
   * then goes along.
   */
  doAll: (take: () => readonly Input[]) => Promise<readonly Output[]>;
  /** Whether nothing was done and a single one may be to blame: then each is tried alone. */
  mayBeOfOne: (error: unknown) => boolean;
}

interface Call<Input, Output> {
  input: Input;
  resolve: (output: Output) => void;
  reject: (error: unknown) => void;
}

/**
 * Does single calls together: those that come while others are under way go next, all at once. Nobody waits for a
 * timer, and a call that comes alone is done alone. An error is that of all who went along.
 */
export function doTogether<Input, Output>(
  together: Together<Input, Output>,
): (input: Input) => Promise<Output> {
  const waiting: Call<Input, Output>[] = [];
  let isRunning = false;

  const doNext = async (): Promise<void> => {
    let calls: Call<Input, Output>[] = [];
    const take = (): Input[] => {
      calls = waiting.splice(0, together.most);
      return calls.map(({ input }) => input);
    };
    try {
      const outputs = await together.doAll(take);
      // There are as many answers as questions.
      calls.forEach(({ resolve }, index) => resolve(outputs[index] as Output));
    } catch (error) {
      if (calls.length === 0) take();
      if (calls.length > 1 && together.mayBeOfOne(error)) return await doEach(calls, together);
      for (const { reject } of calls) reject(error);
    }
  };
  const run = async (): Promise<void> => {
    while (waiting.length > 0) await doNext();
    isRunning = false;
  };

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject });
      if (isRunning) return;
      isRunning = true;
      void run();
    });
}

async function doEach<Input, Output>(
  calls: readonly Call<Input, Output>[],
  { doAll }: Together<Input, Output>,
): Promise<void> {
  for (const { input, resolve, reject } of calls) {
    try {
      const [output] = await doAll(() => [input]);
      resolve(output as Output);
    } catch (error) {
      reject(error);
    }
  }
}
