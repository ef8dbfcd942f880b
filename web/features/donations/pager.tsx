import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { pageNumbers } from './donation-list.ts';

interface PagerProps {
  page: number;
  pages: number;
  onPage: (page: number) => void;
}

/** Pages around the current one; hidden when there is only one. */
export function Pager({ page, pages, onPage }: PagerProps) {
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label="Pages">
      <button
        type="button"
        className="btn icon quiet"
        aria-label="Previous page"
        disabled={page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <ChevronLeft className="i" />
      </button>
      <span className="pgs">
        {pageNumbers(page, pages).map((number, index) =>
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
              {number}
            </button>
          ),
        )}
      </span>
      <button
        type="button"
        className="btn icon quiet"
        aria-label="Next page"
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      >
        <ChevronRight className="i" />
      </button>
    </nav>
  );
}
