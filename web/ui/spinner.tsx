import { texts } from '#web/texts/texts.ts';

/** A page that loads: the spinner and the word beneath it. */
export function PageSpinner({ label = texts('common').loading }: { label?: string }) {
  return (
    <div className="page-spinner" role="status">
      <span className="spin l" />
      <span className="muted">{label}</span>
    </div>
  );
}
