const bars =
  'M4 2h11a1.6 1.6 0 010 3.2H4zM4 6.2h3.2a1.6 1.6 0 010 3.2H4zM13.8 6.2h3.6a1.6 1.6 0 010 3.2h-3.6a1.6 1.6 0 010-3.2zM4 10.4h11.4a1.6 1.6 0 010 3.2H4zM4 14.6h3.2a1.6 1.6 0 010 3.2H4zM14.8 14.6h4.4a1.6 1.6 0 010 3.2h-4.4a1.6 1.6 0 010-3.2zM4 18.8h12.6a1.6 1.6 0 010 3.2H4z';

/** Tile and drawn word. The tile stays green in both themes. */
export function Wordmark() {
  return (
    <svg viewBox="0 0 134 32" role="img" aria-label="Brava">
      <rect className="b" width="28" height="28" y="2" rx="7" />
      <path className="m" d={bars} transform="translate(1.6 4)" />
      <g transform="translate(34.2 0)">
        <g fill="none" stroke="currentColor" strokeWidth="4.8">
          <path d="M2.4 23.6V8.4h9.9a3.8 3.8 0 010 7.6H2.4M12.3 16h1.5a3.8 3.8 0 010 7.6H1.2" />
          <path d="M25.4 10.6V26M25.4 19.8c0-5 2.8-6.8 8.8-6.8" />
          <rect x="38" y="13" width="15.6" height="10.6" rx="5.3" />
          <path d="M53.6 10.6V26M98.4 10.6V26" />
          <rect x="82.8" y="13" width="15.6" height="10.6" rx="5.3" />
        </g>
        <path fill="currentColor" d="M57.4 10.6h5.7l5.3 9.8 5.3-9.8h5.7L71 26h-5.2z" />
      </g>
    </svg>
  );
}

/** The bars alone, as the big quiet picture beside a form. */
export function BigMark() {
  return (
    <svg className="big" viewBox="4 2 16.8 20" aria-hidden="true">
      <path d={bars} />
    </svg>
  );
}
