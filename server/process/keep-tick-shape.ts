import { executionAsyncResource } from 'node:async_hooks';

const kept: object[] = [];

/**
 * Keeps one of the objects alive that Node makes for each `process.nextTick` (docs/decisions/049). While there is none, each
 * full collection has V8 forget how they are built; after some of these it builds them the slow way until the process ends.
 */
export function keepTickShape(): void {
  process.nextTick(() => kept.push(executionAsyncResource()));
}
