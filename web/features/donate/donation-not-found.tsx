import { Link } from 'react-router';
import { CallProblem } from '#web/lib/call-problem.ts';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { flatLevels } from './flat-levels.ts';

interface DonationNotFoundProps {
  linkCode: string;
  error: Error | null;
  onAgain: () => void;
}

/** A donation's own address that no donation has, or one that could not be loaded just now. */
export function DonationNotFound({ linkCode, error, onAgain }: DonationNotFoundProps) {
  const words = texts('donate');
  const refusal = error instanceof CallProblem && isUnknown(error) ? error.message : null;
  const title = refusal === null ? words.donationNotFound.unreachableTitle : words.donationNotFound.title;
  useTitle(title);
  return (
    <DonateLayout shape="center one">
      <section className="result off" role="status">
        <Levels heights={flatLevels} />
        <h1 className="title">{title}</h1>
        <p className="lead">{refusal ?? words.donationNotFound.unreachable}</p>
        {refusal === null ? (
          <button type="button" className="btn primary big" onClick={onAgain}>
            {words.tryAgain}
          </button>
        ) : (
          <Link className="btn primary big" to={`/donate/${linkCode}`}>
            {words.expired.create}
          </Link>
        )}
      </section>
    </DonateLayout>
  );
}

/** An id that is longer than any is refused as an address where nothing is. */
function isUnknown({ code }: CallProblem): boolean {
  return code === 'donation_not_found' || code === 'not_found';
}
