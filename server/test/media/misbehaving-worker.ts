import { parentPort } from 'node:worker_threads';

/** What the first byte of a job makes this worker do, for the tests of the pool. */
const deeds: Record<number, () => void> = {
  0: () => parentPort?.postMessage({ value: 'done' }, []),
  1: () => {
    for (;;);
  },
  2: () => {
    const kept: object[] = [];
    for (;;) kept.push(Array.from({ length: 1_000 }, (_, index) => ({ index })));
  },
  3: () => {
    throw new Error('A fault in the worker.');
  },
  4: () => process.exit(3),
};

parentPort?.on('message', (bytes: Uint8Array) => deeds[bytes[0] ?? 0]?.());
parentPort?.postMessage('ready', []);
