import './stream-picture.css';
import { texts } from '#web/texts/texts.ts';
import { AlertCard } from '#web/ui/alert-card.tsx';
import { sampleCustomization, sampleDonation } from './sample-card.ts';
import { Scene } from './scene.tsx';

/** A drawn stream with the overlay's own card in its corner: a sample donation of 0.1 SOL, which comes in once. */
export function StreamPicture() {
  const words = texts('landing').picture;
  return (
    <div className="screen" role="img" aria-label={words.description}>
      <Scene />
      <span className="live">
        <i />
        {words.live}
      </span>
      <div className="at">
        <span className="eyebrow-card">{words.newDonation}</span>
        <AlertCard
          customization={sampleCustomization}
          donation={{ ...sampleDonation, message: words.message }}
          motion="enter"
        />
      </div>
    </div>
  );
}
