import './settings-contents.css';
import ChevronDown from 'lucide-react/icons/chevron-down';
import { useEffect, useRef, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { useArrival } from './use-arrival.ts';
import { useCurrentSection } from './use-current-section.ts';
import { useSections } from './use-sections.ts';

/** The parts of the settings: beside them where there is room, otherwise behind one button that stays at hand. */
export function SettingsContents() {
  const words = texts('settings').contents;
  const sections = useSections();
  const current = useCurrentSection(sections.map(({ id }) => id));
  const [open, setOpen] = useState(false);
  const nav = useRef<HTMLElement>(null);
  const list = useRef<HTMLUListElement>(null);
  useArrival();
  useClosing(nav, open, () => setOpen(false));
  // Where the list is longer than the window, the current part stays in its middle.
  useEffect(() => {
    const link = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (link != null) keepInSight(link);
  });
  return (
    <nav className="settings-contents" aria-label={words.label} ref={nav}>
      <button
        type="button"
        className="btn secondary block"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <span>{words.jump}</span>
        <span className="where clip">{sections.find(({ id }) => id === current)?.heading}</span>
        <ChevronDown className="i" />
      </button>
      <ul className={open ? 'is-open' : ''} ref={list}>
        {sections.map(({ id, heading }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={id === current ? 'location' : undefined}
              onClick={() => {
                takesFocus(id);
                setOpen(false);
              }}
            >
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Lets the browser, which goes to the heading by itself, put the focus there too. */
function takesFocus(id: string): void {
  document.getElementById(id)?.setAttribute('tabindex', '-1');
}

function keepInSight(link: HTMLElement): void {
  const list = link.closest('ul');
  if (list !== null) list.scrollTop = link.offsetTop - (list.clientHeight - link.offsetHeight) / 2;
}

/** Escape closes the open list and leaves the focus on its button; so does whatever is pressed or focused beside it. */
function useClosing(nav: { current: HTMLElement | null }, open: boolean, onClose: () => void): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    if (!open) return undefined;
    const ended = new AbortController();
    const beside = ({ target }: Event): void => {
      if (target instanceof Node && nav.current?.contains(target) !== true) close.current();
    };
    const escape = ({ key }: KeyboardEvent): void => {
      if (key !== 'Escape') return;
      nav.current?.querySelector('button')?.focus();
      close.current();
    };
    addEventListener('pointerdown', beside, { signal: ended.signal });
    addEventListener('focusin', beside, { signal: ended.signal });
    addEventListener('keydown', escape, { signal: ended.signal });
    return () => ended.abort();
  }, [nav, open]);
}
