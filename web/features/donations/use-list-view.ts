import { useEffect, useMemo, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { DonationFilter } from './donation-list.ts';
import { type ListView, readView, writeView } from './list-view.ts';

/** Who still types is not answered letter by letter, and makes one entry in the browser's history. */
const typingMs = 250;

interface ListViewState {
  /** What is seen now, the newest letter included. */
  view: ListView;
  /** The same once nobody types any more: what the address says. */
  settled: ListView;
  /** Changing filter or size goes back to page 1 (spec §4). */
  onFilter: (filter: DonationFilter) => void;
  onSize: (size: number) => void;
  onPage: (page: number) => void;
  onClear: () => void;
}

/** The view of the list that stands in the address. */
export function useListView(): ListViewState {
  const [address, setAddress] = useSearchParams();
  const settled = useMemo(() => readView(address), [address]);
  const [typed, setTyped] = useState(settled.search);
  const written = useRef(settled.search);
  const isTyping = typed.trim() !== settled.search;
  const view = { ...settled, search: typed, page: isTyping ? 1 : settled.page };

  // Back and forward change the address from outside: the field follows.
  useEffect(() => {
    if (settled.search === written.current) return;
    written.current = settled.search;
    setTyped(settled.search);
  }, [settled.search]);

  useEffect(() => {
    if (!isTyping) return undefined;
    const timer = setTimeout(() => {
      written.current = typed.trim();
      setAddress(writeView({ ...settled, search: typed, page: 1 }), { replace: true });
    }, typingMs);
    return () => clearTimeout(timer);
  }, [isTyping, typed, settled, setAddress]);

  const go = (change: Partial<ListView>) => {
    const next = { ...view, ...change };
    written.current = next.search.trim();
    setTyped(next.search);
    setAddress(writeView(next));
  };
  return {
    view,
    settled,
    onFilter: ({ search, status }) => {
      if (status === view.status) setTyped(search);
      else go({ search, status, page: 1 });
    },
    onSize: (size) => go({ size, page: 1 }),
    onPage: (page) => go({ page }),
    onClear: () => go({ search: '', status: 'ALL', page: 1 }),
  };
}
