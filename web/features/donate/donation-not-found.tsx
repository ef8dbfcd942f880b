import { CallProblem } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { DonateLink } from './donate-link.tsx';
import { flatLevels } from './flat-levels.ts';

interface DonationNotFoundProps {
  linkCode: string;
  error: Error | null;
  onAgain: () => void;
}

/** A donation's own address that no donation has, or one that could not be loaded just now. */
export function DonationNotFound({ linkCode, error, onAgain }: DonationNotFoundProps) {
  const { donationNotFound: words, expired } = texts('donation');
  const refusal = error instanceof CallProblem && isUnknown(error) ? error.message : null;
  const title = refusal === null ? words.unreachableTitle : words.title;
  useTitle(title);
  return (
    <DonateLayout shape="center one">
      <section className="result off" role="status">
        <Levels heights={flatLevels} />
        <h1 className="title">{title}</h1>
        <p className="lead">{refusal ?? words.unreachable}</p>
        {refusal === null ? (
          <button type="button" className="btn primary big" onClick={onAgain}>
            {texts('donate').tryAgain}
          </button>
        ) : (
          <DonateLink className="btn primary big" to={`/donate/${linkCode}`}>
            {expired.create}
          </DonateLink>
        )}
      </section>
    </DonateLayout>
  );
}

/** An id that is longer than any is refused as an address where nothing is. */
function isUnknown({ code }: CallProblem): boolean {
  return code === 'donation_not_found' || code === 'not_found';
}
