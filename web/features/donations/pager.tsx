import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { texts } from '#web/texts/texts.ts';
import { pageNumbers } from './donation-list.ts';
import { written } from '#web/ui/written-number.ts';

/** More numbers and gaps than this stand on a phone in a line of their own. */
const fitOnPhone = 7;

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Pages around the current one; hidden when there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  const words = texts('donations').pages;
  const numbers = pageNumbers(page, pages);
  return (
    <nav className={numbers.length > fitOnPhone ? 'pager long' : 'pager'} aria-label={words.label}>
      <button
        type="button"
        className="btn icon quiet"
        aria-label={words.previous}
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft className="i" />
      </button>
      <span className="pgs">
        {numbers.map((number, index) =>
          number === 'gap' ? (
            <span className="faint" key={`gap-${index}`}>
              …
            </span>
          ) : (
            <button
              type="button"
              key={number}
              className={number === page ? 'btn icon secondary' : 'btn icon quiet'}
              {...(number === page && { 'aria-current': 'page' as const })}
              onClick={() => onPage(number)}
            >
              {written(number)}
            </button>
          ),
        )}
      </span>
      <button
        type="button"
        className="btn icon quiet"
        aria-label={words.next}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight className="i" />
      </button>
    </nav>
  );
}
