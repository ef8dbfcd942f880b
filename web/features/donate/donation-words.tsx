import type { PublicDonation } from '#contract/donation.ts';
import { texts } from '#web/texts/texts.ts';
import { donorNameOf } from '#web/ui/donor-name.ts';
import { useDonationVisit } from './donation-visit.ts';

/** What the donor wrote, as it will appear, and the clip that goes with it. */
export function DonationWords({ donation }: { donation: PublicDonation }) {
  const { words, payment } = texts('donation');
  const { clip: clipWords } = texts('donate');
  const clip = useDonationVisit()?.clip;
  return (
    <dl className="sum">
      <div>
        <dt>{words.name}</dt>
        <dd>
          <span dir="auto">{donorNameOf(donation)}</span>
          {donation.hidesName && <span className="hint">{words.hidden}</span>}
        </dd>
      </div>
      {donation.message !== '' && (
        <div>
          <dt>{words.message}</dt>
          <dd dir="auto">{donation.message}</dd>
        </div>
      )}
      {donation.hasAudio && (
        <div>
          <dt>{words.audio}</dt>
          <dd>
            {clip ? (
              <>
                <bdi>{clip.originalName}</bdi>, {clipWords.seconds(clip.duration.toFixed(1))}
              </>
            ) : (
              payment.customAudio
            )}
          </dd>
        </div>
      )}
    </dl>
  );
}
