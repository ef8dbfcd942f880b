import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { meterProgress } from './donation-phase.ts';

/** The four payment steps as growing bars. */
export function Meter({ donation }: { donation: PublicDonation }) {
  const words = texts('donation').meter;
  const { done, going } = meterProgress(donation);
  return (
    <ol className="meter" aria-label={words.label}>
      {words.steps.map((step, index) => {
        const now = going && index === done;
        return (
          <li
            key={step}
            className={index < done ? 'is-done' : now ? 'is-now' : ''}
            {...(now && { 'aria-current': 'step' as const })}
          >
            {step}
            {index < done && <span className="sr"> {words.isDone}</span>}
          </li>
        );
      })}
    </ol>
  );
}
