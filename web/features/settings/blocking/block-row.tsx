import { useState } from 'react';
import type { Block } from '#contract/blocks.ts';
import { texts } from '#web/texts/texts.ts';
import { entryWords } from '#web/ui/block-words.ts';
import { formatDate, shortAddress } from '#web/ui/format.ts';
import { useHandOnFocus } from '#web/ui/use-hand-on-focus.ts';

interface BlockRowProps {
  block: Block;
  onRemove: (block: Block) => Promise<void>;
}

/** An entry of the block list: what it is, who added it when, and the way off. */
export function BlockRow({ block, onRemove }: BlockRowProps) {
  const words = texts('blocking');
  const [busy, setBusy] = useState(false);
  const row = useHandOnFocus<HTMLLIElement>('section');
  const { kind, value, addedBy, role, createdAt } = block;
  const date = formatDate(createdAt);
  const as = words.list.roles[role];
  const remove = async () => {
    if (busy) return;
    setBusy(true);
    await onRemove(block);
    setBusy(false);
  };
  return (
    <li className="row access" ref={row} tabIndex={-1}>
      <div className="grow">
        {kind === 'wallet' ? (
          <p className="clip name mono" title={value}>
            {shortAddress(value)}
          </p>
        ) : (
          <p className="clip name" dir="auto" title={value}>
            {value}
          </p>
        )}
        <p className="micro faint">
          {`${words.kinds[kind]} · `}
          {as === '' ? words.list.added(addedBy, date) : words.list.addedAs(addedBy, as, date)}
        </p>
      </div>
      <button
        type="button"
        className="btn small secondary"
        aria-label={words.list.removeNamed(entryWords(block))}
        aria-disabled={busy}
        onClick={() => void remove()}
      >
        {words.list.remove}
      </button>
    </li>
  );
}
