import { texts } from '#web/texts/texts.ts';
import { Levels } from '#web/ui/levels.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { DonateLayout } from './donate-layout.tsx';
import { flatLevels } from './flat-levels.ts';

/** The link leads nowhere, or its owner switched it off. `onAgain` where only the server could not be reached. */
export function LinkNotFound({ onAgain }: { onAgain?: () => void }) {
  const words = texts('donate').linkNotFound;
  useTitle(words.title);
  return (
    <DonateLayout shape="center one">
      <section className="result off">
        <Levels heights={flatLevels} />
        <h1 className="title">{words.title}</h1>
        <p className="lead">{words.text}</p>
        <p className="muted">{onAgain === undefined ? words.hint : words.unreachable}</p>
        {onAgain !== undefined && (
          <button type="button" className="btn primary big" onClick={onAgain}>
            {texts('donate').tryAgain}
          </button>
        )}
      </section>
    </DonateLayout>
  );
}
