/** What a process has started. */
export interface Started {
  defer: (close: () => Promise<void>) => void;
  /** Ends all of it, what was deferred last first, and then the process. Only the first call does. */
  stop: (code: number) => Promise<void>;
  /** Ended as was wished, with code 0: what breaks off by that is no failure to tell of. */
  isEndWished: () => boolean;
}

/** Keeps how to end what a process starts. */
export function endInOrder(): Started {
  const closers: (() => Promise<void>)[] = [];
  let endsWith: number | null = null;
  return {
    defer: (close) => void closers.push(close),
    async stop(code) {
      if (endsWith !== null) return;
      endsWith = code;
      for (const close of closers.toReversed()) {
        await close().catch((error: unknown) => console.error(error));
      }
      process.exit(code);
    },
    isEndWished: () => endsWith === 0,
  };
}
