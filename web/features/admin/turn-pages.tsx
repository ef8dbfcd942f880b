import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { useSearchParams } from 'react-router';
import { texts } from '#web/texts/texts.ts';
import { written } from '#web/ui/written-number.ts';

/** To the page before and after; hidden when there is only one. The page stands in the address. */
export function TurnPages({ page, pages }: { page: number; pages: number }) {
  const words = texts('admin').streamers;
  const [address, setAddress] = useSearchParams();
  if (pages <= 1) return null;
  const turn = (to: number) => {
    const next = new URLSearchParams(address);
    next.set('page', String(to));
    setAddress(next);
    scrollTo(0, 0);
  };
  // At an end the buttons do nothing and keep the focus: disabled, they would lose it.
  return (
    <nav className="row turn-pages" aria-label={words.pages}>
      <button
        type="button"
        className="btn icon secondary"
        aria-label={words.previous}
        aria-disabled={page <= 1}
        onClick={() => {
          if (page > 1) turn(page - 1);
        }}
      >
        <ChevronLeft className="i" />
      </button>
      <span className="small muted num">{words.page(written(page), written(pages))}</span>
      <button
        type="button"
        className="btn icon secondary"
        aria-label={words.next}
        aria-disabled={page >= pages}
        onClick={() => {
          if (page < pages) turn(page + 1);
        }}
      >
        <ChevronRight className="i" />
      </button>
    </nav>
  );
}
