import { useEffect, useState } from 'react';
import { texts } from '#web/texts/texts.ts';
import { Range } from '#web/ui/range.tsx';
import { createAtRest } from './at-rest.ts';
import { useDesk } from './desk-provider.tsx';

/** A volume is sent when the hand has rested this long. */
const restMs = 200;

/** How loud alerts are. Follows the hand at once; what is playing follows as soon as the hand rests, or leaves. */
export function VolumeRow() {
  const { desk, actions } = useDesk();
  const [dragged, setDragged] = useState<number | null>(null);
  const [atRest] = useState(() =>
    createAtRest((sent: number) => {
      const isSent = actions.changeSound({ volume: sent });
      void isSent.then(() => setDragged((still) => (still === sent ? null : still)));
    }, restMs),
  );
  const sound = desk?.sound ?? { volume: 100, isMuted: false };
  const volume = dragged ?? sound.volume;
  const words = texts('desk').volume;

  useEffect(() => atRest.flush, [atRest]);

  const handleChange = (next: number) => {
    setDragged(next);
    atRest.put(next);
  };

  return (
    <div className="volrow">
      <span className="micro muted" aria-hidden="true">
        {words.label}
      </span>
      <Range
        label={words.label}
        value={volume}
        spoken={sound.isMuted ? words.spokenMuted(volume) : words.spoken(volume)}
        disabled={desk === undefined}
        onChange={handleChange}
      />
      <span className="micro num muted end">{sound.isMuted ? words.muted : `${volume}%`}</span>
    </div>
  );
}
