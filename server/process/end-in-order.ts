/** What a process has started. */
export interface Started {
  defer: (close: () => Promise<void>) => void;
  /** Ends all of it, what was deferred last first, and then the process. Only the first call does. */
  stop: (code: number) => Promise<void>;
}

/** Keeps how to end what a process starts. */
export function endInOrder(): Started {
  const closers: (() => Promise<void>)[] = [];
  let isStopping = false;
  return {
    defer: (close) => void closers.push(close),
    async stop(code) {
      if (isStopping) return;
      isStopping = true;
      for (const close of closers.toReversed()) {
        await close().catch((error: unknown) => console.error(error));
      }
      process.exit(code);
    },
  };
}
