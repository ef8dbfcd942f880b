import { useEffect, useRef, useState } from 'react';
import { Range } from '#web/ui/range.tsx';
import { useDesk } from './desk-provider.tsx';

/** A volume is sent when the hand has rested this long. */
const restMs = 200;

/** How loud alerts are. Follows the hand at once; what is playing follows as soon as the hand rests. */
export function VolumeRow() {
  const { desk, actions } = useDesk();
  const [dragged, setDragged] = useState<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sound = desk?.sound ?? { volume: 100, isMuted: false };
  const volume = dragged ?? sound.volume;

  useEffect(() => () => clearTimeout(timer.current), []);

  const handleChange = (next: number) => {
    setDragged(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      const sent = actions.changeSound({ volume: next });
      void sent.then(() => setDragged((still) => (still === next ? null : still)));
    }, restMs);
  };

  return (
    <div className="volrow">
      <span className="micro muted" aria-hidden="true">
        Volume
      </span>
      <Range
        label="Volume"
        value={volume}
        spoken={`${volume} percent${sound.isMuted ? ', muted' : ''}`}
        disabled={desk === undefined}
        onChange={handleChange}
      />
      <span className="micro num muted end">{sound.isMuted ? 'Muted' : `${volume}%`}</span>
    </div>
  );
}
