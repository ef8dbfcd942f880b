import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultScene, startFaultScene } from './fault-scene.ts';
import { type NamedFault, nodeFaults } from './node-faults.ts';

/** Beside each other: a scene spends most of its time waiting for a fault to be over. */
const scenesOfOneNode = 3;
const ofOneNode = nodeFaults.filter(({ isOfOneNode }) => isOfOneNode !== true);
const groups = [
  { nodes: 2, faults: nodeFaults.filter(({ isOfOneNode }) => isOfOneNode === true) },
  ...Array.from({ length: scenesOfOneNode }, (_, index) => ({
    nodes: 1,
    faults: ofOneNode.filter((_fault, place) => place % scenesOfOneNode === index),
  })),
];
const cleanUp = new AsyncDisposableStack();
const sceneOf = new Map<NamedFault, FaultScene>();
const outcomes = new Map<NamedFault, Promise<void>>();

beforeAll(async () => {
  for (const { nodes, faults } of groups) {
    const scene = await startFaultScene(cleanUp, nodes);
    for (const fault of faults) {
      sceneOf.set(fault, scene);
      outcomes.set(fault, scene.next(fault));
    }
  }
});
afterAll(() => cleanUp.disposeAsync());

test.each(nodeFaults)(
  '$name: what was paid meanwhile is found, and nothing untrue is believed',
  async (fault) => {
    // Tried again, it is begun again.
    const outcome = outcomes.get(fault) ?? sceneOf.get(fault)?.next(fault);
    outcomes.delete(fault);
    await expect(outcome).resolves.toBeUndefined();
  },
  180_000,
);

test('after all of it every payment was shown and swept once, and the books are the chain’s', async () => {
  for (const scene of new Set(sceneOf.values()))
    expect(await scene.audit()).toEqual({ findings: [], notShown: [] });
}, 100_000);
