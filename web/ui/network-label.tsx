import { texts } from '#web/texts/texts.ts';

/** A network's name, and 'Sandbox' where no real wallet can reach it. */
export function NetworkLabel({ label, sandbox }: { label: string | null; sandbox: boolean }) {
  return (
    <span className="row network-pills">
      <span className="pill plain">{label}</span>
      {sandbox && <span className="pill plain st-transferred">{texts('common').sandbox}</span>}
    </span>
  );
}
