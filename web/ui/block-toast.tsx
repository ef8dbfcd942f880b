import type { Blocked } from '#contract/blocks.ts';
import type { Call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { entryWords } from './block-words.ts';
import { toast } from './toasts.ts';

/** As long as a slip can be taken back from here. */
const undoMs = 10_000;

/** Says what was blocked, with the way back. `onUndone` is told after that. */
export function sayBlocked(call: Call, { entries, takenAway }: Blocked, onUndone: () => void): void {
  const words = texts('blocking');
  const undo = async (id: string) => {
    toast.dismiss(id);
    try {
      toast.success(undoneWords(await restore(call, entries)));
    } catch (error) {
      toast.error(wordsFor(error, words.undoFailed));
    }
    onUndone();
  };
  toast.success(
    ({ id }) => (
      <span className="row wrapx" style={{ '--gap': '4px 12px' }}>
        <span>
          {words.done(entries.map(entryWords).join(', '))}
          {takenAway > 0 && ` ${words.taken(takenAway)}`}
        </span>
        <button type="button" className="btn small outline" onClick={() => void undo(id)}>
          {words.undo}
        </button>
      </span>
    ),
    { duration: undoMs },
  );
}

/** Takes the entries off the list and puts back what they took away; how much that was. */
async function restore(call: Call, entries: Blocked['entries']): Promise<number> {
  let restored = 0;
  for (const { id } of entries)
    restored += (await call('removeBlock', { params: { id }, body: { restore: true } })).restored;
  return restored;
}

function undoneWords(restored: number): string {
  const words = texts('blocking');
  return restored === 0 ? words.undone : words.undoneAlerts(restored);
}
