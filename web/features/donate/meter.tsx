import type { PublicDonation } from '#contract/donation.ts';
import { meterProgress, meterSteps } from './donation-phase.ts';

/** The four payment steps as growing bars. */
export function Meter({ donation }: { donation: PublicDonation }) {
  const { done, going } = meterProgress(donation);
  return (
    <ol className="meter" aria-label="Progress">
      {meterSteps.map((step, index) => {
        const now = going && index === done;
        return (
          <li
            key={step}
            className={index < done ? 'is-done' : now ? 'is-now' : ''}
            {...(now && { 'aria-current': 'step' as const })}
          >
            {step}
          </li>
        );
      })}
    </ol>
  );
}
