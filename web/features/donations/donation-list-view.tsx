import { useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { type Asked, AskedAbout } from './asked-about.tsx';
import { DonationRow } from './donation-row.tsx';
import { EmptyList } from './empty-list.tsx';
import { isNarrowed, type ListView } from './list-view.ts';
import { Pager } from './pager.tsx';
import type { ShownDonations } from './use-donations.ts';
import { useSteadyPresses } from '#web/ui/use-steady-presses.ts';
import { written } from '#web/ui/written-number.ts';

interface DonationListViewProps {
  shown: ShownDonations;
  view: ListView;
  /** What is shown answers an earlier view: the line says that another one is read, and nothing of either. */
  isBehind: boolean;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** A page of donations under the line that says which they are, over the pager. */
export function DonationListView({ shown, view, isBehind, onPage, onClear }: DonationListViewProps) {
  const words = texts('donations');
  const top = useRef<HTMLElement>(null);
  // Donations that come in while somebody reads push the others down.
  const { handlers } = useSteadyPresses(top, JSON.stringify([view, isBehind]));
  const { page, found, total } = shown;
  const [asked, setAsked] = useState<Asked | null>(null);
  // Whoever goes to another page begins it at its top, with the keyboard too: the pager may be gone from under them.
  const handlePage = (to: number) => {
    onPage(to);
    top.current?.focus({ preventScroll: true });
    top.current?.scrollIntoView({ block: 'start' });
  };
  return (
    <section className="list" ref={top} tabIndex={-1} aria-label={words.title} aria-busy={isBehind}>
      <p className="row between wrapx small muted num list-line" role="status" aria-busy={isBehind}>
        {isBehind ? (
          <span className="row" style={{ '--gap': '8px' }}>
            <span className="spin" />
            {words.loading}
          </span>
        ) : (
          <>
            {page.items.length > 0 && (
              <span>{words.showing(written(page.from), written(page.to), written(found))}</span>
            )}
            {isNarrowed(view) && <span>{words.filteredFrom(written(total))}</span>}
          </>
        )}
      </p>
      {page.items.length === 0 ? (
        <EmptyList kind={total === 0 ? 'none' : found === 0 ? 'filtered' : 'page'} onClear={onClear} />
      ) : (
        <ul className="dlist" {...handlers}>
          {page.items.map((donation) => (
            <DonationRow key={donation.id} donation={donation} onAsk={setAsked} />
          ))}
        </ul>
      )}
      {asked !== null && (
        <AskedAbout
          asked={asked}
          current={page.items.find(({ id }) => id === asked.donation.id) ?? asked.donation}
          onClose={() => setAsked(null)}
        />
      )}
      <Pager page={page.page} pages={page.pages} onPage={handlePage} />
    </section>
  );
}
