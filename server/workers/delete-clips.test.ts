import { expect, onTestFinished, test, vi } from 'vitest';
import { deleteClips, sweepClipFiles } from './delete-clips.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const names = ['first', 'stuck', 'last'];

/** Three clips, of which one cannot be deleted. */
function clipsWithStuck() {
  const removed: string[] = [];
  const marked: string[] = [];
  let claims = 0;
  let lists = 0;
  const clips = {
    store: {
      claimExpired: async () => ((claims += 1) === 1 ? names : []),
      markDeleted: async (name: string) => void marked.push(name),
      listUnknown: async (listed: readonly string[]) => [...listed],
    },
    files: {
      async remove(name: string) {
        if (name === 'stuck') throw new Error('Operation not permitted');
        removed.push(name);
      },
      async *list() {
        lists += 1;
        yield* names;
      },
    },
  };
  return { clips: clips as never, removed, marked, lists: () => lists };
}

test('a clip that cannot be deleted holds no other one back, and is not marked as deleted', async () => {
  const { clips, removed, marked } = clipsWithStuck();
  const worker = deleteClips({ clips }, log);
  onTestFinished(() => worker.stop());
  await vi.waitFor(() => expect(marked).toEqual(['first', 'last']), 10_000);
  expect(removed).toEqual(['first', 'last']);
});

test('a file that no row stands for and cannot be deleted ends no look at the folder', async () => {
  const { clips, removed, lists } = clipsWithStuck();
  const worker = sweepClipFiles({ clips }, log);
  await vi.waitFor(() => expect(removed).toEqual(['first', 'last']), 10_000);
  await worker.stop();
  expect(lists()).toBe(1);
});
