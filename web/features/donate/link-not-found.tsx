import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { flatLevels } from './flat-levels.ts';
import { LastDonationLink } from './last-donation-link.tsx';

interface LinkNotFoundProps {
  linkCode: string;
  /** The server did answer, but not about the link. */
  isAnswered?: boolean;
  isAsking?: boolean;
  /** Given where the link could not be checked, so that nothing is known of it yet. */
  onAgain?: () => void;
}

/** The link leads nowhere, its owner switched it off, or it could not be checked. */
export function LinkNotFound({ linkCode, isAnswered = false, isAsking = false, onAgain }: LinkNotFoundProps) {
  const words = texts('donate').linkNotFound;
  useTitle(words.title);
  return (
    <DonateLayout shape="center one">
      <section className="result off">
        <Levels heights={flatLevels} />
        <h1 className="title">{words.title}</h1>
        <p className="lead">{words.text}</p>
        {onAgain === undefined ? (
          <p className="muted">{words.hint}</p>
        ) : (
          <>
            <div className="note warn">
              <TriangleAlert className="i" />
              <p>
                <b>{isAnswered ? words.unchecked : words.unreachable}</b> {words.nothingLost}
              </p>
            </div>
            <button type="button" className="btn primary big" aria-busy={isAsking} onClick={onAgain}>
              {texts('donate').tryAgain}
            </button>
          </>
        )}
        <LastDonationLink linkCode={linkCode} />
      </section>
    </DonateLayout>
  );
}
