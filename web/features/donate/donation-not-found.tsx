import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { DonateLink } from './donate-link.tsx';
import { flatLevels } from './flat-levels.ts';
import { isNotThere } from './use-first-facts.ts';

interface DonationNotFoundProps {
  linkCode: string;
  problem: Error;
  isAsking: boolean;
  onAgain: () => void;
}

/** A donation's own address that no donation has, or one that could not be loaded just now. */
export function DonationNotFound({ linkCode, problem, isAsking, onAgain }: DonationNotFoundProps) {
  const { donationNotFound: words, expired } = texts('donation');
  const refusal = isNotThere(problem) ? problem.message : null;
  const title = refusal === null ? words.unreachableTitle : words.title;
  useTitle(title);
  return (
    <DonateLayout shape="center one">
      <section className="result off" role="status">
        <Levels heights={flatLevels} />
        <h1 className="title">{title}</h1>
        <p className="lead">{refusal ?? words.unreachable}</p>
        {refusal === null ? (
          <button type="button" className="btn primary big" aria-busy={isAsking} onClick={onAgain}>
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
