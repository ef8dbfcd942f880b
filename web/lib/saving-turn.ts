import { sessionEvents } from './session-call.ts';

/**
 * Runs one save at a time among this browser's tabs: what a save has read to be kept, no other changes before it is sent. A
 * turn ends with its save, or as somebody else signs in: what was saved for the one before is not answered any more.
 *
 * Where the browser has no locks (an address that is neither https nor this machine) it runs at once.
 */
export async function inSavingTurn<T>(save: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return await save();
  return await new Promise<T>((resolve, reject) => {
    const turn = navigator.locks.request('saving', async () => {
      const saved = save();
      resolve(saved);
      await Promise.race([saved.catch(() => undefined), nextSignIn()]);
    });
    turn.catch(reject);
  });
}

function nextSignIn(): Promise<unknown> {
  return new Promise((resolve) => sessionEvents.addEventListener('signed-in', resolve, { once: true }));
}
