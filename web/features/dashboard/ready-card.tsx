import { useEffect } from 'react';
import { useDesk } from '#web/features/desk/desk-provider.tsx';
import { useLive } from '#web/lib/live.tsx';
import { texts } from '#web/texts/texts.ts';
import { FilterHint } from './filter-hint.tsx';
import { placeOfStep, readySteps, stepsTaken } from './ready-steps.ts';
import { TickList } from './tick-list.tsx';

interface ReadyCardProps {
  totalDonations: number;
  /** False: what needs the link is left out, for whoever follows it cannot donate. */
  isLinkOpen: boolean;
  kept: ReadonlySet<string>;
  onSeen: (step: 'overlay' | 'test') => void;
}

/** The way to the first donation, ticked as it is walked. After that donation it names what is left. */
export function ReadyCard({ totalDonations, isLinkOpen, kept, onSeen }: ReadyCardProps) {
  const { presence } = useLive();
  const { desk } = useDesk();
  const overlay = presence ?? desk?.overlay ?? null;
  const isOpen = overlay !== null && overlay.connected > 0;
  const isOnStream = overlay !== null && overlay.visible > 0 && desk != null && desk.now !== null;
  useEffect(() => {
    if (isOpen) onSeen('overlay');
    if (isOnStream) onSeen('test');
  }, [isOpen, isOnStream, onSeen]);

  if (overlay === null) return null;
  const words = texts('dashboard').ready;
  const taken = stepsTaken({ overlay, totalDonations, kept });
  const steps = readySteps.filter((step) => isLinkOpen || placeOfStep[step] !== placeOfStep.link);
  const done = steps.filter((step) => taken[step]).length;
  if (done === steps.length) return null;
  return (
    <section className="card s12" aria-labelledby="ready">
      <header>
        <h2 className="h3" id="ready" tabIndex={-1}>
          {taken.donation ? words.almost : words.title}
        </h2>
        <span className="pill plain num" role="status">
          {words.progress(done, steps.length)}
        </span>
      </header>
      <TickList
        className="ready"
        doneWord={words.isDone}
        steps={steps.map((step) => ({
          words: words[step],
          isDone: taken[step],
          to: `#${placeOfStep[step]}`,
        }))}
      />
      <FilterHint />
    </section>
  );
}
