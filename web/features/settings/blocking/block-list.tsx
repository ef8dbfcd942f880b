import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Block } from '#contract/blocks.ts';
import { call } from '#web/lib/call.ts';
import { wordsFor } from '#web/lib/call-problem.ts';
import { queryKeys } from '#web/lib/query.ts';
import { texts } from '#web/texts/texts.ts';
import { entryWords } from '#web/ui/block-words.ts';
import { SectionState } from '#web/ui/section-state.tsx';
import { toast } from '#web/ui/toasts.ts';
import { useFocusNewRow } from '#web/ui/use-focus-new-row.ts';
import { AddBlock } from './add-block.tsx';
import { BlockRow } from './block-row.tsx';
import { useBlocks } from './use-blocks.ts';

const pageLength = 10;

/** Wallets, names and words whose donations make no alert. */
export function BlockList() {
  const words = texts('blocking').list;
  const { data, error, refetch } = useBlocks();
  return (
    <section className="card stack" aria-labelledby="blocked" tabIndex={-1}>
      <h2 className="h2" id="blocked">
        {words.heading}
      </h2>
      <p className="muted small">{words.lead}</p>
      <AddBlock />
      {data === undefined ? (
        <SectionState error={error} onRetry={() => void refetch()} />
      ) : (
        <Entries blocks={data.data} />
      )}
    </section>
  );
}

function Entries({ blocks }: { blocks: readonly Block[] }) {
  const words = texts('blocking').list;
  const remove = useRemoval();
  /** Null: nothing was ever searched for. What was stays on the page with its field, however short the list gets. */
  const [search, setSearch] = useState<string | null>(null);
  const [shown, setShown] = useState(pageLength);
  const wanted = (search ?? '').trim().toLowerCase();
  const found = blocks.filter(({ value }) => value.toLowerCase().includes(wanted));
  const { list, onMore } = useFocusNewRow(Math.min(found.length, shown));
  const showMore = () => {
    onMore();
    setShown(shown + 50);
  };
  if (blocks.length === 0) return <p className="small faint">{words.none}</p>;
  return (
    <div className="stack" style={{ '--gap': '12px' }}>
      {(blocks.length > pageLength || search !== null) && (
        <input
          className="input"
          type="search"
          aria-label={words.search}
          placeholder={words.search}
          value={search ?? ''}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <p className="micro faint num" role="status">
        {found.length === 0 ? words.noneFound : words.count(found.length)}
      </p>
      {found.length > 0 && (
        <ul className="rows" ref={list}>
          {found.slice(0, shown).map((block) => (
            <BlockRow key={block.id} block={block} onRemove={remove} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div className="row">
          <button type="button" className="btn small secondary" onClick={showMore}>
            {words.more}
          </button>
        </div>
      )}
      <p className="hint">{words.kept}</p>
    </div>
  );
}

/** Takes an entry off at once: adding it again is one press too. */
function useRemoval(): (block: Block) => Promise<void> {
  const words = texts('blocking').list;
  const queries = useQueryClient();
  return async (block) => {
    try {
      await call('removeBlock', { params: { id: block.id }, body: {} });
      toast.success(words.removed(entryWords(block)));
    } catch (error) {
      toast.error(wordsFor(error, words.removeFailed));
    }
    await Promise.all(
      [queryKeys.blocks, queryKeys.alertLog].map((queryKey) => queries.invalidateQueries({ queryKey })),
    );
  };
}
