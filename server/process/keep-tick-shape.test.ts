import { createHook } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { keepTickShape } from './keep-tick-shape.ts';
import { openCollector } from './open-collector.ts';

/** Whether each of the objects that Node makes for the ticks of `act` is still there after full collections. */
async function outlive(act: () => void): Promise<boolean[]> {
  const made: WeakRef<object>[] = [];
  const hook = createHook({
    init(_id, type, _trigger, resource) {
      if (type === 'TickObject') made.push(new WeakRef(resource));
    },
  });
  hook.enable();
  act();
  hook.disable();
  const collect = openCollector();
  for (let round = 0; round < 3; round += 1) {
    // What a WeakRef points to stays for the turn of the event loop in which it was made.
    await setImmediate();
    collect({ type: 'major', execution: 'sync' });
  }
  return made.map((tick) => tick.deref() !== undefined);
}

test('one object of a tick stays when nothing else keeps any', async () => {
  expect(await outlive(() => process.nextTick(() => {}))).toEqual([false]);
  expect(await outlive(keepTickShape)).toEqual([true]);
});
